import { expect, test } from 'vitest';
import { createKnowledge } from '../../media/agent/knowledge.ts';
import { spoken, textOf } from '../../media/retrieval/index.ts';
import { plainWords } from '../../media/text/words.ts';
import { type Block, createAnswerer, type Source } from '../../src/answers/index.ts';
import { markdownOf } from '../../src/features/documents/ocr/index.ts';

/** Texts with words in common have a direction in common. */
const embed = async (texts: readonly string[]): Promise<Float32Array[]> =>
  texts.map((text) => {
    const vector = new Float32Array(256);
    for (const word of plainWords(text)) {
      const at = [...word].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 256, 7);
      vector[at] = (vector[at] as number) + 1;
    }
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  });

const documents: Readonly<Record<string, { readonly blocks: readonly Block[]; readonly asked: readonly Asked[] }>> = {
  bikes: {
    blocks: [
      { kind: 'heading', text: 'Prices' },
      {
        kind: 'table',
        table: {
          header: ['Bike', 'Half day', 'Day', 'Week'],
          rows: [
            ['City bike', '12 €', '18 €', '80 €'],
            ['Electric bike', '25 €', '39 €', '180 €'],
            ['Child bike', '6 €', '9 €', '40 €'],
          ],
        },
      },
      { kind: 'text', text: 'A deposit of 50 € is due for each bike. It is paid back on return.' },
    ],
    asked: [
      ['How much does an electric bike cost for a week?', 'Electric bike, Week, 180 €.'],
      ['what is a city bike per half day', 'City bike, Half day, 12 €.'],
      ['How high is the deposit?', 'A deposit of 50 € is due for each bike.'],
      ['How much does a boat cost?', undefined],
    ],
  },
  'law firm': {
    blocks: [
      { kind: 'heading', text: 'Fees' },
      { kind: 'text', text: 'A first consultation lasts 30 minutes and costs $90. Wills are drawn up for $400.' },
      { kind: 'heading', text: 'Partners' },
      {
        kind: 'table',
        table: {
          header: ['Name', 'Field', 'Since'],
          rows: [
            ['Ada Brandt', 'Family law', '2011'],
            ['Louis Okoro', 'Tax law', '2017'],
          ],
        },
      },
    ],
    asked: [
      ['How long is a first consultation?', 'A first consultation lasts 30 minutes and costs $90.'],
      ['What is the field of Louis Okoro?', 'Louis Okoro, Field, Tax law.'],
      ['Do you repair shoes?', undefined],
    ],
  },
  hotel: {
    blocks: [
      { kind: 'heading', text: 'Breakfast' },
      { kind: 'text', text: 'Breakfast is served from 7 to 10 a.m. in the garden room. It costs 14 € a person.' },
      { kind: 'heading', text: 'Pets' },
      { kind: 'text', text: 'Dogs are welcome for 10 € a night. Cats are not.' },
    ],
    asked: [
      ['When is breakfast served?', 'Breakfast is served from 7 to 10 a.m. in the garden room.'],
      ['Are dogs welcome?', 'Dogs are welcome for 10 € a night.'],
      ['Who designed the tower?', undefined],
    ],
  },
};
type Asked = readonly [question: string, first: string | undefined];

const cases = Object.entries(documents).flatMap(([title, { blocks, asked }]) =>
  asked.map(([question, first]) => ({ title, blocks, question, first })),
);

test.each(cases)('$title: "$question" has one answer in a call and on the page', async (one) => {
  const { title, blocks, question, first } = one;
  const source: Source = { key: title, title, read: async () => [{ place: 'page 1', blocks }] };
  const page = await createAnswerer({ embed }).answer(question, source);
  const chunks = blocks as unknown as Parameters<typeof markdownOf>[0];
  const call = await createKnowledge({ embed }).answer([{ id: title, title, text: markdownOf(chunks) }], question);
  expect(call && spoken(call.answers[0])).toBe(first);
  expect(page.isFound).toBe(first !== undefined);
  if (call !== undefined)
    expect(call.answers.map(({ unit }) => textOf(unit))).toEqual(page.sources.map(({ text }) => text));
});

test('of several documents the one that names most of a question answers, as its own page does', async () => {
  const all = Object.entries(documents).map(([title, { blocks }]) => {
    const chunks = blocks as unknown as Parameters<typeof markdownOf>[0];
    return { id: title, title, text: markdownOf(chunks) };
  });
  const knowledge = createKnowledge({ embed });
  for (const { title, question, first } of cases) {
    const call = await knowledge.answer(all, question);
    expect(call && [call.document.id, spoken(call.answers[0])]).toEqual(first && [title, first]);
  }
});
