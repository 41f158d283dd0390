"""Battles: line-up, five rounds of fate cards, the winner, and the aftermath (战斗).

A module depends on those of later stages: `battles` and `outcome` on `aftermath`, and `effects` on `battles`. `course`
knows the order of the stages, and `armies` the units that fight.
"""
