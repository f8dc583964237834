import { describe, expect, onTestFinished, test } from 'vitest';
import { analyse } from '../../src/analysis/analyse.ts';
import { openQuestionsIn } from '../../src/analysis/analyst.ts';
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
  ['customer', 'Yes, for three years. It is not the oven.'],
  ['agent', 'We will look at it.'],
  ['customer', 'Good.'],
] as const;
type Lines = readonly (readonly ['agent' | 'customer', string])[];
const transcriptOf = (said: Lines): Transcript =>
  said.map(([speaker, text], index) => ({
    speaker,
    text,
    startMs: index * 4000,
    endMs: index * 4000 + 3000,
    words: [],
  }));
const transcript = transcriptOf(lines);
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
const right = { caller: 'jo doe', since: 1, years: 1, device: 1, covered: 1 };

/** Analyses a conversation with the answers of a model that runs behind a server. */
async function ask(
  given: { readonly transcript: Transcript; readonly fields: readonly Field[] },
  ...steps: readonly (readonly Step[])[]
) {
  const server = await openModelServer();
  onTestFinished(() => server.close());
  server.play(...steps);
  const model = createLanguageModel({ baseUrl: server.baseUrl, model: 'm' });
  const pass = createModelPass({
    model: async () => model,
    analyst: { openQuestions: async (request) => openQuestionsIn(request) },
    log: createLog({ level: 'silent' }),
    timeoutMs: 2000,
  });
  const by = { organisation: 'o', signal: AbortSignal.timeout(5000) };
  const proposals = await pass(given.transcript, given.fields, facts, by);
  const before = analyse(given.transcript, given.fields, facts);
  return { server, result: proposals === null ? before : withProposals(before, proposals, { ...given, facts }) };
}
const answering = (said: Lines, asked: readonly Field[], answers: object) =>
  ask({ transcript: transcriptOf(said), fields: asked }, says(JSON.stringify(answers)));

describe('a language model', () => {
  test('chooses among values that the rules read, and they stay in the words of the turns', async () => {
    const { result } = await ask({ transcript, fields }, says(JSON.stringify(right)));
    const values = result.fields.map(({ key, value, method, evidence: [place] }) => [
      ...[key, value, method],
      place && transcript[place.turn]!.text.slice(place.start, place.end),
    ]);
    expect(values).toEqual([
      ['caller', 'Jo Doe', 'language_model', 'Jo Doe'],
      ['since', '2026-03-10', 'rules', 'Tuesday'],
      ['years', 3, 'rules', 'three'],
      ['device', 'dishwasher', 'language_model', 'dishwasher'],
      ['covered', true, 'language_model', 'Yes'],
    ]);
  });

  test('reads the transcript first, then open questions only, and cannot name what nobody said', async () => {
    const { server } = await ask({ transcript, fields }, says(JSON.stringify(right)));
    const { messages, response_format: format } = server.asked[0]!.body as unknown as {
      messages: { role: string; content: string }[];
      response_format: { json_schema: { schema: { properties: Record<string, { enum?: number[] }> } } };
    };
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[1]!.content.startsWith('1 agent: Thanks for calling')).toBe(true);
    // The oven is denied.
    expect(format.json_schema.schema.properties.device!.enum).toEqual([0, 1]);
    expect(messages[1]!.content).toContain(
      'device: Zzz device.  Answers: 0 = none, 1 = dishwasher ("dishwasher" in line 2)',
    );
  });

  test('is not asked if the rules leave nothing open', async () => {
    const { server } = await ask({ transcript, fields: [] });
    expect(server.asked).toEqual([]);
  });

  test.each([
    ['a quote that nobody said', { caller: 'John Smith' }],
    ['a part of a word', { caller: 'wash' }],
    ['words of the agent', { caller: 'Ada' }],
    ['words that are denied', { caller: 'oven' }],
  ])('that answers with %s adds nothing', async (_, answer) => {
    const { result } = await ask({ transcript, fields }, says(JSON.stringify({ ...right, ...answer })));
    expect(result.fields[0]).toEqual(byRules.fields[0]);
  });

  test.each<[string, readonly Step[]]>([
    ['garbage', says('I think the customer is happy.')],
    ['a choice that does not exist', says(JSON.stringify({ ...right, since: 7 }))],
    ['keys that were not asked for', says(JSON.stringify({ ...right, quote: 'He said "never again"' }))],
    ['silence', [{ do: 'hang' }]],
    ['an error', [{ do: 'fail', status: 500, body: '{}' }]],
    ['half an answer', [{ do: 'say', text: '{"caller":' }, { do: 'cut' }]],
  ])('that answers with %s leaves the result of the rules', async (_, script) => {
    expect((await ask({ transcript, fields }, script)).result).toEqual(byRules);
  });

  test('cannot bring back a visit that was cancelled, or a value that the customer gave up', async () => {
    const said: Lines = [
      ['agent', 'When would you like to come in for your visit?'],
      ['customer', 'Friday at ten.'],
      ['agent', 'You are booked for Friday at ten.'],
      ['customer', 'Please cancel the visit, I am not interested any more.'],
    ];
    const asked = [{ ...field('day', 'date'), name: 'Visit date' }, field('since', 'date')];
    const { result, server } = await answering(said, asked, {});
    expect(result.fields.map(({ state, method }) => [state, method])).toEqual([
      ['not_mentioned', 'taken_back'],
      ['not_mentioned', 'rules'],
    ]);
    expect(server.asked).toEqual([]);
  });

  test('that reads another value makes it unsure, and both are kept', async () => {
    const said: Lines = [
      ['agent', 'What is your budget?'],
      ['customer', 'I would say 300 dollars.'],
      ['agent', 'And what is your budget with the kitchen?'],
      ['customer', 'Between 500 and 800 dollars.'],
    ];
    const budget: Field = { ...field('budget', 'number'), name: 'Budget', description: 'how much they spend' };
    const [rules] = analyse(transcriptOf(said), [budget], facts).fields;
    expect(rules).toMatchObject({ state: 'unsure', value: 800 });
    const { result } = await answering(said, [budget], { budget: 1 });
    expect(result.fields[0]).toMatchObject({ value: 800, state: 'unsure', otherValue: 300 });
    expect(result.fields[0]!.evidence.map(({ turn }) => turn)).toEqual([3, 1]);
  });

  test('is not offered an amount of our side that the customer cannot take', async () => {
    const said: Lines = [
      ['agent', 'You can pay as little as 20 dollars.'],
      ['customer', "I don't think I'm in the position to do it right now."],
    ];
    const budget: Field = { ...field('budget', 'number'), name: 'Budget', description: 'how much they spend' };
    const { result, server } = await answering(said, [budget], { budget: 1 });
    expect([result.fields[0]?.state, server.asked]).toEqual(['not_mentioned', []]);
  });
});
