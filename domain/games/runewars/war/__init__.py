"""Battles: line-up, five rounds of fate cards, who wins, and the aftermath (战斗).

A module rests on those that come later in a battle: `effects` on `battles`, that and `outcome` on `aftermath`; `course`
knows the order, `armies` who fights.
"""
