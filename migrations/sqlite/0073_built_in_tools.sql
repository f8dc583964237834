-- The built-in tools of each agent, and callbacks that contacts agreed to in calls.
ALTER TABLE voice_agents ADD COLUMN built_in_tools TEXT;
ALTER TABLE campaign_targets ADD COLUMN callback_at TEXT;
ALTER TABLE campaign_targets ADD COLUMN callbacks INTEGER NOT NULL DEFAULT 0;
