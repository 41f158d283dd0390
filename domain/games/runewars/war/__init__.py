"""Battles: line-up, five rounds of fate cards, the winner, and the aftermath (战斗).

A module depends on those of later stages: `battle_rounds` and `outcome` on `aftermath`, `battles` and `effects` on
`battle_rounds`. `course` knows the order of the stages, and `armies` the units that fight.
"""
