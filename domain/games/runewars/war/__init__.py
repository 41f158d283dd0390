"""Battles: line-up, five rounds of fate cards, strength, and the aftermath (战斗).

A module rests on those that come later in a battle: `effects` on `battles`, that on `aftermath`; `course` knows the
order, `armies` who fights.
"""
