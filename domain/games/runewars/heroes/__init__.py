"""Heroes: who follows whom, the quest phase, quests, duels, rewards, and what they find on the way."""
