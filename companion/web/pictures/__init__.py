"""The room of pictures: photos of the table, and how seats are told apart."""
