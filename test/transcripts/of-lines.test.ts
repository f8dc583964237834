import { expect, test } from 'vitest';
import type { TranscriptLine } from '../../media/ports.ts';
import { transcriptOfLines } from '../../src/transcripts/of-lines.ts';
import { transcript as schema } from '../../src/transcripts/transcript.ts';

const line = (changes: Partial<TranscriptLine>): TranscriptLine => ({
  ...{ turn: 1, speaker: 'customer', text: 'hello', startMs: 0, endMs: 500, words: [] },
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
