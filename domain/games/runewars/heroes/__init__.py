"""Heroes: recruiting, the quest phase, quests, duels, rewards, exploration."""
