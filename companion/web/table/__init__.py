"""The room Play: the board, what comes next, forms, sheets, the look back."""
