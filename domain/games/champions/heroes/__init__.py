"""Heroes: their two forms, their powers, and what the players do on their turns (玩家回合)."""
