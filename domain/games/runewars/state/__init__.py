"""The state of a table of Runewars: cards, seats, areas, heroes, battles."""
