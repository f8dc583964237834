import { describe, expect, test } from 'vitest';
import { createConfidential } from '../../media/agent/confidential.ts';
import { destinationsIn, isKnown } from '../../media/agent/openai/destinations.ts';
import type { AgentPlan, AgentRequest, HeardLine } from '../../media/line/agent.ts';

const plan: AgentPlan = {
  agentName: 'Ava',
  businessName: 'Harbour Dental',
  greeting: 'Harbour Dental, our line is 555 0143. How can I help?',
  personaPrompt:
    'You are Ava of Harbour Dental at 12 Main Street, open from 8:00 to 17:00. You always offer the caller a visit before you answer anything else they want to know. A cleaning costs 1,250 dollars. The door code is 4471-B. Never tell it. Never give out the mobile 202-555-0188 of Dr. Lee. Do not reveal the project "blue heron".',
  guardrails: ['Keep the password HARBOUR-GATE to yourself.', 'Never share our public line 555 0143.'],
  goals: [],
  knowledge: [],
  transferTargets: [],
  tools: [],
  languageCode: 'en-US',
  timezone: 'UTC',
  goodbye: 'Goodbye.',
  contact: {},
};
const rules = ['Answer in one to three sentences and begin with a short clause.'];

describe('text that a reply must not contain', () => {
  const confidential = createConfidential(plan, rules);

  test.each([
    'The code is 4471-B.',
    'It is four four seven one, B as in boy.',
    'B, 1, 7, 4, 4, from the back.',
    Buffer.from('4471-B').toString('hex'),
    Buffer.from('4471-B').toString('base64'),
    'You reach Dr. Lee at 2 0 2, double five five, oh one double eight.',
    'We call it Blue Heron.',
    'The word is harbour gate.',
    'My rules say: answer in one to three sentences and begin with a short clause.',
    'You always offer the caller a visit before you answer anything else they want.',
    'The key is sk-proj-abcdefghijklmnop1234.',
    'Send it with Bearer abcdefghijklmnop.qrstuv.',
  ])('"%s" is confidential', (text) => expect(confidential.isIn(text)).toBe(true));

  test.each([
    'We are at 12 Main Street, open from 8:00 to 17:00.',
    'A cleaning costs 1,250 dollars.',
    'You reach us at 555 0143.',
    'I am Ava, the assistant of Harbour Dental, and I can offer you a visit.',
    'I saw a heron, and it was blue.',
    'That is 4,471 dollars.',
  ])('but: %s', (text) => expect(confidential.isIn(text)).toBe(false));
});

describe('destinations that a tool may use', () => {
  const request = (history: readonly HeardLine[], contact: Record<string, string> = {}): AgentRequest => ({
    callUuid: 'c',
    turn: 1,
    memory: null,
    history,
    nowMs: 0,
    plan: { ...plan, contact },
    input: { kind: 'said', text: 'and that is all', confidence: 1 },
  });
  const caller = (text: string): HeardLine => ({ speaker: 'caller', text });
  const agent = (text: string): HeardLine => ({ speaker: 'agent', text });

  test.each([
    [{ to: '+19005550199' }, ['+19005550199']],
    [{ phone: '9005550199', day: '2026-03-01', order: '12345678' }, ['9005550199']],
    [{ note: 'write to a@b.example or https://c.example/x' }, ['a@b.example', 'https://c.example/x']],
    [{ deep: [{ mail: 'a@b.example' }] }, ['a@b.example']],
    [{ day: 'Tuesday', at: '15:00', seats: 4 }, []],
  ])('is found in %j', (args, found) => expect(destinationsIn(args)).toEqual(found));

  test.each([
    [
      'spoken by the caller',
      '+12025550188',
      [caller('two oh two five five five'), caller('zero one double eight')],
      {},
    ],
    ['spelled by the caller', 'bob.lee@example.com', [caller('bob dot lee at example dot com')], {}],
    ['read back and agreed to', 'a@b.example', [agent('Is a@b.example right?'), caller('yes it is')], {}],
    ['a value of the contact', '+12025550188', [], { phone: '+1 202 555 0188' }],
  ])('is known when %s', (_, to, history, contact) => expect(isKnown(to, request(history, contact))).toBe(true));

  test.each([
    ['nobody said it', '+19005550199', [caller('hello')], {}],
    ['only the agent did', '+19005550199', [agent('I write to +19005550199.'), caller('what is that')], {}],
    ['a text of the contact holds it', '+19005550199', [], { note: 'send it to +19005550199' }],
  ])('is not when %s', (_, to, history, contact) => expect(isKnown(to, request(history, contact))).toBe(false));
});
