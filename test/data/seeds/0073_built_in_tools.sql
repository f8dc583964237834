UPDATE voice_agents SET built_in_tools = '["schedule_callback"]';
UPDATE campaign_targets SET callback_at = '2026-01-02T00:00:00.000Z', callbacks = 1;
