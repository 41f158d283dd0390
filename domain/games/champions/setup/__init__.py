"""Setup: who plays, which scenario, and the steps until the first round (附录II：游戏准备)."""
