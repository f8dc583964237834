import { expect, test } from 'vitest';
import { customerReply } from '../../media/agent/customer/reply.ts';
import type { AgentEvent, AgentInput, AgentMemory, AgentRequest } from '../../media/line/agent.ts';
import type { CustomerPlan } from '../../media/line/customer-plan.ts';

const plan: CustomerPlan = {
  seed: 4,
  languageCode: 'en-US',
  name: 'Nora Field',
  difficulty: 'easy',
  situation: ['You want a lamp.'],
  open: [],
  hidden: [],
  objections: [],
  knowledge: [],
  maxTurns: 20,
  satisfiedWhen: 'the agent says "ten euros"',
  hangupTriggers: ['the agent says "go away"'],
  habits: { pace: 1, fillers: [], verbosity: 'normal', interrupts: 'none' },
};

/** Events of one reply, and the memory behind it as the call keeps it. */
function replied(input: AgentInput, memory: AgentMemory = null) {
  const events: AgentEvent[] = [...customerReply(plan, { input, memory } as AgentRequest)];
  const said = events.flatMap((event) => (event.type === 'phrase' ? [event.text] : []));
  const ends = events.flatMap((event) =>
    event.type === 'action' && event.action.kind === 'end' ? [event.action.reason] : [],
  );
  const last = events.findLast((event) => event.type === 'memory');
  return { said, ends, memory: JSON.parse(JSON.stringify(last?.memory ?? null)) as AgentMemory };
}
const said = (text: string): AgentInput => ({ kind: 'said', text, confidence: 1 });

test('a customer answers a person, and ends the call as its scenario says', () => {
  const first = replied(said('Hello, how can I help you?'));
  expect(first).toMatchObject({ said: [expect.stringContaining('I want a lamp')], ends: [] });
  expect(replied({ kind: 'opening' }).said[0]).toContain('I want a lamp');
  const happy = replied(said('It costs ten euros.'), first.memory);
  expect(happy.ends).toEqual(['customer_satisfied']);
  expect(happy.said).toHaveLength(1);
  expect(replied(said('It costs 10 euros.'), first.memory).ends).toEqual(['customer_satisfied']);
  // An offer of something more does not keep the customer on the line; a question for confirmation does.
  expect(replied(said('It costs ten euros. Would you like me to order it?'), first.memory).ends).toHaveLength(1);
  expect(replied(said('It costs ten euros. Did I get that right?'), first.memory).ends).toEqual([]);
  expect(replied(said('It costs ten euros. What is your phone number?'), first.memory).ends).toEqual([]);
  expect(replied(said('Please go away.'), first.memory).ends).toEqual(['customer_hung_up']);
  expect(replied(said('It costs ten euros.'), first.memory)).toEqual(happy);
});

test('a customer prompts a silent person, then hangs up', () => {
  const { memory } = replied(said('Hello, how can I help you?'));
  const asked = replied({ kind: 'silence', count: 1 }, memory);
  expect(asked).toEqual({ said: [expect.stringContaining('Hello')], ends: [], memory });
  expect(replied({ kind: 'silence', count: 3 }, memory).ends).toEqual(['customer_hung_up']);
  expect(replied({ kind: 'dtmf', digits: '1' }, memory)).toEqual({ said: [], ends: [], memory });
});
