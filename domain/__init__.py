"""The rules of the tables: events, their fold, and what each game makes of them."""
