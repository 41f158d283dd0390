"""Setup: players, the scenario, and the steps until the first round (附录II：游戏准备)."""
