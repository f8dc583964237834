import { expect, test } from 'vitest';
import { answerAgain } from '../../media/call/dialogue/answer-again.ts';
import type { AgentPlan, AgentRequest } from '../../media/line/agent.ts';
import type { CallEvent, SpokenBy, TranscriptLine } from '../../media/ports.ts';

const by = { userUuid: 'u1', name: 'Asha Rao' } as const;
const act = (name: 'taken_over' | 'handed_back' | 'guide', text?: string): CallEvent => ({
  type: 'supervision',
  atMs: 0,
  act: name,
  by,
  ...(text === undefined ? {} : { text }),
});
const line = (speaker: TranscriptLine['speaker'], text: string, spokenBy?: SpokenBy): CallEvent => ({
  type: 'line',
  atMs: 0,
  line: {
    turn: 1,
    speaker,
    text,
    startMs: 0,
    endMs: 1,
    words: [],
    ...(spokenBy === undefined ? {} : { spokenBy }),
  },
});
const reply = (text: string, answer: string): CallEvent => ({
  type: 'reply',
  atMs: 0,
  reply: {
    turn: 1,
    input: { kind: 'said', text, confidence: 1 },
    wallMs: 0,
    phrases: [answer],
    actions: [],
    complete: true,
    heard: true,
  },
});

test('a repeated request has the history of a call that a person took over, and its guidance', async () => {
  const requests: AgentRequest[] = [];
  await answerAgain(
    {
      callUuid: 'c',
      plan: { languageCode: 'en' } as AgentPlan,
      events: [
        line('customer', 'Are you a person?'),
        line('agent', 'I am an assistant.'),
        reply('Are you a person?', 'I am an assistant.'),
        act('taken_over'),
        line('agent', 'Asha here.', { kind: 'supervisor', ...by }),
        line('customer', 'A table for two.'),
        act('handed_back'),
        line('agent', 'I am with you again.'),
        act('guide', 'Be brief.'),
        line('customer', 'At eight.'),
        line('agent', 'Done.'),
        reply('At eight.', 'Done.'),
      ],
    },
    {
      async *run(request) {
        requests.push(request);
        yield { type: 'phrase', text: 'Done.' };
      },
    },
  );
  expect(requests.at(-1)?.history.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
    ...['caller: Are you a person?', 'agent: I am an assistant.', 'agent: Asha here.', 'caller: A table for two.'],
    'agent: I am with you again.',
  ]);
  expect(requests.map(({ plan }) => plan.guidance)).toEqual([undefined, ['Be brief.']]);
});
