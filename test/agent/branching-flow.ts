import type { AgentPlan, ScriptGoal } from '../../media/line/agent.ts';

/** The shape of a restaurant's reservation flow: size, time, a look at the book, other times, and groups apart. */
export const goals: readonly ScriptGoal[] = [
  {
    id: 'table',
    examples: ['I would like to book a table', 'Can I make a reservation for tonight', 'I need a table for dinner'],
    intro: 'With pleasure.',
    questions: [{ id: 'guests', kind: 'number', ask: 'How many people will come?' }],
    done: '',
    next: [
      {
        when: [{ slot: 'guests', min: 9 }],
        say: 'Our events team looks after groups.',
        agent: 'a6b1d6b0-0001-4000-8000-00000000000e',
        go: 'group',
      },
      { go: 'time' },
    ],
  },
  {
    id: 'time',
    examples: [],
    questions: [{ id: 'clock', kind: 'time', ask: 'At what time?' }],
    tool: 'find_table',
    done: '',
    next: [
      {
        when: [{ tool: 'find_table', ok: false }],
        say: 'I cannot open the book right now.',
        go: 'message',
      },
      { when: [{ tool: 'find_table', field: 'free', is: ['yes'] }], go: 'who' },
      { say: 'That time is taken.', go: 'other' },
    ],
  },
  {
    id: 'other',
    examples: [],
    questions: [{ id: 'again', kind: 'text', ask: 'What would you like to do?' }],
    done: '',
    next: [
      {
        when: [{ intent: ['Another time would be fine', 'Can I come at a different time?', 'What about later'] }],
        go: 'time',
      },
      {
        when: [{ intent: ['No thanks, forget it', 'I will go somewhere else', 'Then never mind'] }],
        say: 'I am sorry that it did not work out.',
        end: true,
      },
      { go: 'message' },
    ],
  },
  {
    id: 'who',
    examples: [],
    questions: [{ id: 'name', kind: 'name', ask: 'What name shall I put it under?' }],
    done: 'A table for {guests} at {clock} under {name}. See you then.',
  },
  {
    id: 'group',
    examples: [],
    questions: [{ id: 'occasion', kind: 'text', ask: 'What is the occasion?' }],
    done: 'Thank you, I will send you a menu for {guests} guests.',
  },
];

export const plan: AgentPlan = {
  agentName: 'Ada',
  businessName: 'Sea View',
  greeting: 'Sea View, this is Ada. How can I help?',
  personaPrompt: '',
  guardrails: [],
  goals,
  knowledge: [],
  transferTargets: [],
  tools: [{ name: 'find_table', description: 'Looks for a free table.', parameters: { type: 'object' } }],
  languageCode: 'en-US',
  timezone: 'America/New_York',
  goodbye: 'Goodbye.',
  contact: {},
};

export const book = (free: 'yes' | 'no') =>
  ({ kind: 'tool_result', name: 'find_table', ok: true, result: JSON.stringify({ free }) }) as const;

export const stepsOf = (path: readonly { step: string; branch?: number }[] = []): string[] =>
  path.map(({ step, branch }) => (branch === undefined ? step : `${step}>${branch}`));
