"""What a table of Runewars knows: its cards, its seats, its land, its heroes, its wars."""
