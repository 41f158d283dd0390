"""What is shown of a table: boards, prompts, save sheets, charts."""
