"""What pages share when they are rendered: fragments, caches, the board, the app shell, local times."""
