"""What developers run: the catalogues, the generated pages of docs/. No part of what is installed."""
