import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { verdictOf } from '../../src/features/coaching/simulations/verdict.ts';
import { openModelServer, says } from '../agent/model-server.ts';
import { onEachDatabase, openAnalysis } from '../call-analysis/analysis-app.ts';

const url = '/api/pf-intel/simulations';
const transcript = [
  { speaker: 'agent', text: 'Good morning, this call is recorded for training.' },
  { speaker: 'customer', text: 'Hello. What does it cost?' },
  { speaker: 'agent', text: 'Would you like to schedule a visit on Thursday at 10 am?' },
  { speaker: 'customer', text: 'Yes, that works. Thank you so much!' },
  { speaker: 'agent', text: 'Perfect, see you on Thursday.' },
];
const recorded = { id: 'recorded', name: 'Disclosure', options: ['this call is recorded'] };
const price = { id: 'price', name: 'Price', options: ['the price is', 'discount until Friday'] };
const run = (changes: object = {}) => ({
  run_uuid: randomUUID(),
  transcript,
  objective: 'Book a visit',
  rubric_fields: [recorded],
  ...changes,
});

test.each([
  [true, [80, 70], 'pass'],
  [true, [80, 69], 'partial'],
  [true, [], 'pass'],
  [true, [null], 'pass'],
  [false, [69, 0], 'fail'],
  [false, [70, 0], 'partial'],
  [false, [null], 'fail'],
] as const)('an objective met %s with scores %j is %s', (met, scores, verdict) => {
  expect(
    verdictOf(
      met,
      scores.map((score) => ({ score, bar: 70 })),
    ),
  ).toBe(verdict);
});

onEachDatabase('judging of practice calls', ({ place }) => {
  test('by rules decides the verdict in code, once for a run', async () => {
    const { ask } = await openAnalysis(await place());
    const body = run();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('POST', url, { body })));
    expect(answers[0]).toMatchObject({
      status: 200,
      body: { verdict: 'pass', objective_met: true, qms_scores: { recorded: 100 } },
    });
    expect(answers[0]!.body.scores[0]).toMatchObject({ field_id: 'recorded', score: 100, max: 100, evidence: [0] });
    expect(new Set(answers.map(({ body: { simulation_id } }) => simulation_id)).size).toBe(1);
    const changed = await ask('POST', url, { body: { ...run({ rubric_fields: [price] }), run_uuid: body.run_uuid } });
    expect(changed.body).toEqual(answers[0]!.body);
    const foreign = await ask('POST', url, { body: { ...body, rubric_fields: [price] }, as: 'stranger' });
    expect(foreign.body).toMatchObject({ verdict: 'partial', qms_scores: { price: 0 } });
    const missed = run({ transcript: transcript.slice(0, 2), rubric_fields: [price] });
    expect((await ask('POST', url, { body: missed })).body).toMatchObject({ verdict: 'fail', objective_met: false });
    const day = { id: 'day', name: 'Visit day', field_type: 'date', group: 'visit' };
    const extracted = (await ask('POST', url, { body: run({ rubric_fields: [day, recorded] }) })).body;
    expect(extracted.extraction.visit.day).toMatch(/^\d{4}-\d\d-\d\dT10:00$/);
    expect(extracted.scores).toHaveLength(1);
  });

  test('a criterion with a condition that did not occur has no score, and does not count', async () => {
    const { ask } = await openAnalysis(await place());
    const refund = { id: 'refund', name: 'Refund', options: ['refunds take five days'] };
    const described = {
      ...refund,
      id: 'described',
      description: 'If the customer asks for a refund, the agent names the time.',
    };
    const phrased = { ...refund, id: 'phrased', options: ['if refund: refunds take five days'] };
    const judge = async (changes: object) => (await ask('POST', url, { body: run(changes) })).body;
    const absent = await judge({ rubric_fields: [recorded, described, phrased] });
    expect(absent).toMatchObject({ verdict: 'pass', qms_scores: { recorded: 100 } });
    for (const score of absent.scores.slice(1))
      expect(score).toMatchObject({ score: null, rationale: expect.stringMatching(/^Not applicable: .*refund/) });
    const asked = [...transcript, { speaker: 'customer', text: 'Can I get a refund?' }];
    const missed = await judge({ transcript: asked, rubric_fields: [described, phrased, refund] });
    // The turn that called for it.
    expect(missed.scores).toMatchObject([
      { score: 0, evidence: [5] },
      { score: 0, evidence: [5] },
      {
        score: 0,
        evidence: [expect.any(Number)],
        rationale: expect.stringMatching(/^The agent said none of 1: "refunds take five days"\. The agent ended/),
      },
    ]);
    const done = [...asked, { speaker: 'agent', text: 'Yes. Refunds take five days.' }];
    const met = await judge({ transcript: done, rubric_fields: [described, phrased] });
    expect(met.qms_scores).toEqual({ described: 100, phrased: 100 });
  });

  test('rejects runs without words or criteria, and keys without the scope', async () => {
    const { ask } = await openAnalysis(await place());
    for (const changes of [
      { transcript: [] },
      { transcript: [{ speaker: 'agent', text: ' ' }] },
      { transcript: [{ speaker: 'robot', text: 'Hi' }] },
      { rubric_fields: [] },
      { rubric_fields: [recorded, recorded] },
      { rubric_fields: [{ id: 'a' }] },
      { run_uuid: '' },
      { run_uuid: undefined },
    ]) {
      const { status, body } = await ask('POST', url, { body: run(changes) });
      expect([status, typeof body.detail], JSON.stringify(changes)).toEqual([400, 'string']);
    }
    expect((await ask('POST', url, { body: run(), as: 'reader' })).status).toBe(403);
  });

  test('does not credit the agent with turns of a supervisor, and names the speaker to a model', async () => {
    const server = await openModelServer();
    onTestFinished(() => server.close());
    const [first, ...rest] = transcript;
    const supervised = [{ ...first, spoken_by: { kind: 'supervisor', name: 'Ada' } }, ...rest];
    const { ask: askRules } = await openAnalysis(await place());
    const byRules = await askRules('POST', url, { body: run({ transcript: supervised }) });
    expect(byRules.body).toMatchObject({ qms_scores: { recorded: 0 } });
    const wrong = [{ ...rest[0], spoken_by: { kind: 'supervisor' } }];
    expect((await askRules('POST', url, { body: run({ transcript: wrong }) })).body.detail).toMatch(/spoken_by/);

    const env = { LLM_BASE_URL: server.baseUrl, LLM_MODEL: 'm' };
    const { ask } = await openAnalysis(await place(), undefined, env);
    const criteria = [{ id: 'recorded', score: 90, turns: [0], rationale: 'It was said.' }];
    server.play(says(JSON.stringify({ objective_met: true, objective_turns: [3], criteria })));
    const byModel = await ask('POST', url, { body: run({ transcript: supervised }) });
    expect(byModel.body.scores).toMatchObject([{ score: 0, evidence: [], rationale: 'No turn shows it.' }]);
    expect(JSON.stringify(server.asked).replaceAll('\\', '')).toContain('"turn":0,"speaker":"supervisor"');
  });

  test('by a model counts only turns that exist, and is 503 when the model is down', async () => {
    const server = await openModelServer();
    onTestFinished(() => server.close());
    const env = { LLM_BASE_URL: server.baseUrl, LLM_MODEL: 'm' };
    const { ask } = await openAnalysis(await place(), undefined, env);
    const criterion = { id: 'budget', name: 'Asked about the budget' };
    const found = (turns: number[]) => ({ id: 'budget', score: 90, turns, rationale: 'It was asked.' });
    const answer = (turns: number[]) =>
      says(JSON.stringify({ objective_met: true, objective_turns: [3], criteria: [found(turns)] }));
    server.play(answer([2]));
    const body = run({ rubric_fields: [criterion] });
    const first = (await ask('POST', url, { body })).body;
    expect(first).toMatchObject({ verdict: 'pass', qms_scores: { budget: 90 }, scores: [{ evidence: [2] }] });
    expect((await ask('POST', url, { body })).body).toEqual(first);
    expect(server.asked).toHaveLength(1);
    // A model may set aside a criterion only if it has a condition.
    const aside = { ...found([]), applies: false };
    const asideBy = says(JSON.stringify({ objective_met: true, objective_turns: [3], criteria: [aside] }));
    for (const [description, score] of [
      ['If the customer is a company, the agent asks about the budget.', null],
      ['The agent asks about the budget.', 0],
    ] as const) {
      server.play(asideBy);
      const { body: set } = await ask('POST', url, { body: run({ rubric_fields: [{ ...criterion, description }] }) });
      expect(set.scores[0].score).toBe(score);
    }
    server.play(answer([99, -1]));
    const invented = (await ask('POST', url, { body: run({ rubric_fields: [criterion] }) })).body;
    expect(invented).toMatchObject({ verdict: 'partial', qms_scores: { budget: 0 }, scores: [{ evidence: [] }] });
    await server.close();
    const again = run({ rubric_fields: [criterion] });
    expect((await ask('POST', url, { body: again })).status).toBe(503);
  });
});
