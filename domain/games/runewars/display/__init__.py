"""Boards, maps, prompts, sheets and charts of a war."""
