"""What a game shows of its table: boards of pieces and save sheets, before anybody decides how they look."""
