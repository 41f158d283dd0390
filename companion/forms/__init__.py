"""Events as something typed: their fields as controls, and what stands in them as values."""
