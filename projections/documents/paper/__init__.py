"""Documents as PDF, typeset in a separate process, without empty parts."""
