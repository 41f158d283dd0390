"""The door between the network and the pages: how neighbours find this computer, and whether they are let in."""
