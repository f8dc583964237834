import type { ToolSpec } from '../../../../media/ports.ts';

export const callbackToolName = 'schedule_callback';

/** Returns the tool with which a call plans another one to the same contact, in the contact's time zone. */
export const callbackTool = (zone: string): ToolSpec => ({
  name: callbackToolName,
  description: `Schedules another call to this person, when they ask to be called at another time. Agree on a day and a time first. Both are in the time zone ${zone}. Never promise a callback before this tool has confirmed it.`,
  parameters: {
    type: 'object',
    properties: {
      date: { type: 'string', description: 'YYYY-MM-DD' },
      time: { type: 'string', description: 'HH:MM, 24 hours' },
    },
    required: ['date', 'time'],
  },
  effect: 'write',
});
