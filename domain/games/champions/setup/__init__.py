"""Setup: who plays, which scenario, and the steps until the first round (附錄II：遊戲準備)."""
