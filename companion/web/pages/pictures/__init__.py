"""The pages of pictures: photos of the table, portraits and colours of seats."""
