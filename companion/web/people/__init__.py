"""The pages of people: who has joined, and how to join."""
