"""Heroes: their two forms, their powers, and the players' turns (玩家回合)."""
