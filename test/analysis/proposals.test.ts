import { describe, expect, onTestFinished, test } from 'vitest';
import { analyse } from '../../src/analysis/analyse.ts';
import { analysisOf } from '../../src/analysis/analyst.ts';
import { withProposals } from '../../src/analysis/proposals.ts';
import type { Facts, Field } from '../../src/analysis/types.ts';
import { createModelPass } from '../../src/features/analysis/call-analysis/index.ts';
import { createLanguageModel } from '../../src/llm/index.ts';
import { createLog } from '../../src/log.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';
import { openModelServer, type Step, says } from '../agent/model-server.ts';

const lines = [
  ['agent', 'Thanks for calling, this is Ada.'],
  ['customer', 'Hi, Jo Doe here, the dishwasher leaks since Tuesday.'],
  ['agent', 'Do you have a warranty?'],
  ['customer', 'Yes, for three years.'],
  ['agent', 'We will look at it.'],
  ['customer', 'Good.'],
] as const;
const transcript: Transcript = lines.map(([speaker, text], index) => ({
  speaker,
  text,
  startMs: index * 4000,
  endMs: index * 4000 + 3000,
  words: [],
}));
const facts: Facts = {
  calledAt: '2026-03-05T10:00:00.000Z',
  utcOffsetMinutes: 0,
  connected: true,
  voicemail: false,
  transferred: false,
};
const field = (key: string, type: Field['type'], options: readonly string[] = []): Field => ({
  key,
  name: `Zzz ${key}`,
  group: 'g',
  type,
  options,
  description: '',
});
const fields = [
  field('caller', 'text'),
  field('since', 'date'),
  field('years', 'number'),
  field('device', 'enum', ['dishwasher', 'oven']),
  field('covered', 'boolean'),
];
const byRules = analyse(transcript, fields, facts);

/** The strings of a result that claim to be from the transcript. */
function quotesOf(result: typeof byRules): string[] {
  const places = [...result.fields, result.outcome, result.sentiment].flatMap((each) => each?.evidence ?? []);
  return [...places, ...result.summary].map(({ turn, start, end }) => transcript[turn]!.text.slice(start, end));
}

const right = {
  fields: [
    { key: 'caller', turn: 't1', value: 'jo doe' },
    { key: 'since', turn: 't1', value: '2026-03-10' },
    { key: 'years', turn: 't3', value: '3' },
    { key: 'device', turn: 't1', value: 'dishwasher' },
    { key: 'covered', turn: 't3', value: 'true' },
  ],
  outcome: null,
  summary: ['t1', 't4'],
};

describe('proposals of a language model', () => {
  test('fill fields that the rules left empty, in the words of the turns', () => {
    const result = withProposals(byRules, right, { transcript, fields, facts });
    const values = result.fields.map(({ key, value, evidence: [place] }) => [
      ...[key, value],
      place && transcript[place.turn]!.text.slice(place.start, place.end),
    ]);
    expect(values).toEqual([
      ['caller', 'Jo Doe', 'Jo Doe'],
      ['since', '2026-03-10', 'Tuesday'],
      ['years', 3, 'three'],
      ['device', 'dishwasher', 'dishwasher'],
      ['covered', true, 'Yes'],
    ]);
    expect(result.summary.map(({ text }) => text)).toEqual([lines[1][1], lines[4][1]]);
  });

  test.each([
    ['a quote that nobody said', { key: 'caller', turn: 't1', value: 'John Smith' }],
    ['a part of a word', { key: 'caller', turn: 't1', value: 'wash' }],
    ['the wrong turn', { key: 'caller', turn: 't3', value: 'Jo Doe' }],
    ['a turn that does not exist', { key: 'caller', turn: 't99', value: 'Jo Doe' }],
    ['a number that is not in the turn', { key: 'years', turn: 't3', value: '5' }],
    ['an option that was not named', { key: 'device', turn: 't1', value: 'oven' }],
    ['the other answer', { key: 'covered', turn: 't3', value: 'false' }],
    ['a field that was not asked for', { key: 'secret', turn: 't1', value: 'Jo Doe' }],
  ])('drop %s', (_, proposal) => {
    const result = withProposals(
      byRules,
      { fields: [proposal], outcome: null, summary: ['t77'] },
      { transcript, fields, facts },
    );
    expect(result).toEqual(byRules);
  });

  test('do not change an outcome that the words decided, nor make one that no words support', () => {
    const refused = withProposals(
      byRules,
      { fields: [], outcome: { value: 'no_interest', turn: 't5' }, summary: [] },
      { transcript, fields, facts },
    );
    expect(refused.outcome).toEqual(byRules.outcome);
  });
});

describe('a language model', () => {
  async function ask(...scripts: readonly (readonly Step[])[]) {
    const server = await openModelServer();
    onTestFinished(() => server.close());
    server.play(...scripts);
    const model = createLanguageModel({ baseUrl: server.baseUrl, model: 'm' });
    const pass = createModelPass({
      model: async () => model,
      analyst: { analyse: async (request) => analysisOf(request) },
      log: createLog({ level: 'silent' }),
      timeoutMs: 2000,
    });
    const proposals = await pass(transcript, fields, facts, {
      organisation: 'o',
      signal: AbortSignal.timeout(5000),
    });
    const result = proposals === null ? byRules : withProposals(byRules, proposals, { transcript, fields, facts });
    return { server, result };
  }

  test('is asked for turn ids of this transcript only', async () => {
    const { server, result } = await ask(says(JSON.stringify(right)));
    expect(result.fields[0]).toMatchObject({ value: 'Jo Doe', method: 'language_model' });
    const sent = JSON.stringify(server.asked[0]!.body);
    expect(sent).toContain('"enum":["t0","t1","t2","t3","t4","t5"]');
  });

  test.each<[string, readonly Step[]]>([
    ['garbage', says('I think the customer is happy.')],
    ['turns that do not exist', says(JSON.stringify({ ...right, summary: ['t99'] }))],
    ['keys that were not asked for', says(JSON.stringify({ ...right, quote: 'He said "never again"' }))],
    ['silence', [{ do: 'hang' }]],
    ['an error', [{ do: 'fail', status: 500, body: '{}' }]],
    ['half an answer', [{ do: 'say', text: '{"fields":[' }, { do: 'cut' }]],
  ])('that answers with %s leaves the result of the rules', async (_, script) => {
    expect((await ask(script)).result).toEqual(byRules);
  });

  test('every quote is in its turn, whatever it returns', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const words = ['Jo Doe', 'dishwasher', 'oven', '3', 'true', '2026-03-10', 'never', 'a lie', ''];
    for (let run = 0; run < 2000; run += 1) {
      const proposal = () => ({
        key: fields[random(fields.length)]!.key,
        turn: `t${random(9)}`,
        value: words[random(words.length)]!,
      });
      const proposals = {
        fields: [proposal(), proposal()],
        outcome: null,
        summary: [`t${random(9)}`, `t${random(9)}`],
      };
      const result = withProposals(byRules, proposals, { transcript, fields, facts });
      for (const [index, value] of result.fields.entries())
        if (value.value !== null && value.key === 'caller')
          expect(transcript[value.evidence[0]!.turn]!.text, String(index)).toContain(value.value);
      for (const quote of quotesOf(result)) expect(quote).not.toBe('');
      for (const { turn, start, end, text } of result.summary)
        expect(transcript[turn]!.text.slice(start, end)).toBe(text);
    }
  });
});
