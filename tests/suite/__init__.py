"""How the suite itself runs: what it keeps, how long it waits, where its time goes."""
