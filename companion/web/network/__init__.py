"""Network access: the servers, their limits for connections and bodies, and whether the network may reach them."""
