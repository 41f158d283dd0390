"""The campaign: its party and modes, the journey, single scenarios, save sheets."""
