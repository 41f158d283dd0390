"""The output of games: boards of pieces and save sheets, independent of any format."""
