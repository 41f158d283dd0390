"""Battles: armies lined up, five rounds of fate cards, strength, and what becomes of those who lose (战斗).

A module rests on those that come later in a battle: `battles` begins one, then `effects`, `volleys` and
`fortifications`, `rounds`, `outcome`, `aftermath`; `course` knows the order, `armies` who fights.
"""
