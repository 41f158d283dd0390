"""Mutants: the rules with one comparison, one word of logic or one number changed; some test must notice each."""
