import { expect, test } from 'vitest';
import type { TranscriptLine } from '../../media/ports.ts';
import { spokenLines } from '../../src/transcripts/lines.ts';
import { transcriptOfLines } from '../../src/transcripts/of-lines.ts';
import { isAgents, transcript as schema, withPerson } from '../../src/transcripts/transcript.ts';

const line = (changes: Partial<TranscriptLine>): TranscriptLine => ({
  turn: 1,
  speaker: 'customer',
  text: 'hello',
  startMs: 0,
  endMs: 500,
  words: [],
  ...changes,
});

test('transcripts order turns by time, keep the last form of a line and drop empty ones', () => {
  const turns = transcriptOfLines([
    line({ turn: 2, speaker: 'agent', text: 'How can I help?', startMs: 900, endMs: 1900 }),
    line({ text: 'hell', endMs: 300 }),
    line({ text: 'hello there', endMs: 700 }),
    line({ turn: 3, text: '  ', startMs: 3000 }),
  ]);
  expect(turns.map(({ speaker, text, startMs, endMs }) => [speaker, text, startMs, endMs])).toEqual([
    ['customer', 'hello there', 0, 700],
    ['agent', 'How can I help?', 900, 1900],
  ]);
});

test('transcripts mark how much of an interrupted reply was heard, word by word', () => {
  const words = [
    { text: 'Please', startMs: 1000, endMs: 1300, heard: 'yes' },
    { text: 'wait', startMs: 1300, endMs: 1700, heard: 'estimated_yes' },
    { text: 'here', startMs: 1700, endMs: 2100, heard: 'no' },
  ] as const;
  const cut = line({ speaker: 'agent', text: 'Please wait', startMs: 1000, endMs: 2100, words, interrupted: true });
  const [turn] = transcriptOfLines([cut]);
  expect(turn).toMatchObject({ heardMs: 700, words });
  expect(schema.parse(JSON.parse(JSON.stringify([turn])))).toEqual([turn]);
  expect(transcriptOfLines([{ ...cut, interrupted: false }])[0]).not.toHaveProperty('heardMs');
});

test('transcripts keep who spoke in place of the agent, and tell the conversation with that person from the agent’s', () => {
  const spokenBy = { kind: 'supervisor', userUuid: 'u1', name: 'Asha Rao' } as const;
  const agent = (startMs: number, text: string, changes: Partial<TranscriptLine> = {}) =>
    line({ speaker: 'agent', turn: startMs, startMs, endMs: startMs + 500, text, ...changes });
  const customer = (startMs: number, text: string) => line({ turn: startMs, startMs, endMs: startMs + 500, text });
  const turns = transcriptOfLines([
    agent(0, 'Hello.'),
    customer(1000, 'Can I talk to a person?'),
    agent(2000, 'Asha here.', { spokenBy }),
    customer(3000, 'A table for two, please.'),
    agent(4000, 'I am with you again.'),
    customer(5000, 'Thanks.'),
    agent(6000, 'We have an offer.', { spokenBy: { ...spokenBy, through: 'agent' } }),
    customer(7000, 'Which one?'),
  ]);
  expect(turns.map(isAgents)).toEqual([true, false, false, false, true, false, false, false]);
  expect(withPerson(turns)).toEqual([false, false, true, true, false, false, true, false]);
  expect(schema.parse(JSON.parse(JSON.stringify(turns)))).toEqual(turns);
  expect(spokenLines(turns)[2]).toEqual({
    speaker: 'agent',
    text: 'Asha here.',
    timestamp: 2,
    spoken_by: { kind: 'supervisor', user_uuid: 'u1', name: 'Asha Rao' },
  });
  expect(spokenLines(turns)[6]?.spoken_by).toMatchObject({ through: 'agent' });
  expect(spokenLines(turns)[0]).not.toHaveProperty('spoken_by');
});
