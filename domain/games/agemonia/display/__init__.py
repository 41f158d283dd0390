"""Agemonia's boards, prompts, save sheets and charts."""
