"""Display: what comes next, the board, the sheets and the charts."""
