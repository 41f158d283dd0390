"""What people see of a campaign: what comes next, the board, sheets, charts."""
