import { expect, test } from 'vitest';
import { createConversation } from '../../media/call/dialogue/conversation.ts';
import type { AgentPlan } from '../../media/line/agent.ts';

const plan: AgentPlan = {
  agentName: 'Ada',
  businessName: 'Test',
  greeting: 'Hello.',
  personaPrompt: '',
  guardrails: [],
  goals: [],
  knowledge: [],
  transferTargets: [],
  tools: [],
  languageCode: 'en-US',
  timezone: 'UTC',
  goodbye: 'Bye.',
  contact: {},
};
const said = (text: string) => ({ kind: 'said', text, confidence: 0.9 }) as const;
const agentLine = (text: string, interrupted = false) =>
  ({
    turn: 1,
    speaker: 'agent',
    text,
    startMs: 0,
    endMs: 1,
    words: [],
    ...(interrupted ? { interrupted } : {}),
  }) as const;

test('history contains what was said and heard, in order, and reading it does not change it', () => {
  const conversation = createConversation('c', plan);
  conversation.turnTaken({ kind: 'opening' });
  conversation.replied(agentLine('Hello.'), { step: 1 });
  conversation.request(said('speculative'), 0);
  conversation.turnTaken(said('Are you open?'));
  conversation.replied(agentLine('Until', true), { step: 2 });
  const request = conversation.request(said('Until when?'), 5);
  expect(request.history).toEqual([
    { speaker: 'agent', text: 'Hello.' },
    { speaker: 'caller', text: 'Are you open?' },
    { speaker: 'agent', text: 'Until', interrupted: true },
  ]);
  expect(request.memory).toEqual({ step: 2 });
  expect(conversation.turn).toBe(1);
});

test('a reply of which nothing was heard counts as if the caller had not finished', () => {
  const conversation = createConversation('c', plan);
  conversation.turnTaken({ kind: 'opening' });
  conversation.replied(agentLine('Hello.'), { step: 1 });
  conversation.turnTaken(said('I would like'));
  conversation.unheard();
  expect(conversation.withCarried('to book a cleaning')).toBe('I would like to book a cleaning');
  expect(conversation.request(said('x'), 0).memory).toEqual({ step: 1 });
  conversation.turnTaken(said('I would like to book a cleaning'));
  conversation.replied(agentLine('Of course.'), undefined);
  expect(conversation.request(said('x'), 0).history.map((line) => line.text)).toEqual([
    'Hello.',
    'I would like to book a cleaning',
    'Of course.',
  ]);
  expect(conversation.withCarried('Thanks')).toBe('Thanks');
});
