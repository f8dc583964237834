import { expect, test } from 'vitest';
import { mono, onEachDatabase, openAnalysis, scriptedTranscriber } from './analysis-app.ts';

const talk = (words: string) => [
  { speaker: 'agent', text: 'What is your budget?' },
  { speaker: 'customer', text: words },
];
const preview = '/api/extraction-fields/preview';
const as = 'superadmin' as const;

onEachDatabase('a change of a field', ({ place }) => {
  test('is previewed over the latest calls, and stores nothing', async () => {
    const { ask, settled } = await openAnalysis(await place());
    const add = async (words: string) => {
      const { id } = (await ask('POST', '/api/v1/sales/calls', { body: { transcript: talk(words) } })).body;
      return settled(id);
    };
    const [rich] = [await add('My budget is 5000.'), await add('I would rather not say.')];
    const field = { key: 'budget', name: 'Budget', field_type: 'number', group: 'money' };
    const found = await ask('POST', preview, { body: { field }, as });
    expect(found).toMatchObject({ status: 200, body: { calls: 2 } });
    const change = found.body.changes.find(({ id }: { id: number }) => id === rich.id);
    expect(change).toMatchObject({ before: null, after: { state: 'found', value: 5000 }, edited: false });
    expect(change.after.evidence[0].text).toContain('5000');
    expect((await ask('GET', `/api/calls/${rich.id}`)).body.key_details).toEqual(rich.key_details);
    expect((await ask('GET', '/api/extraction-fields')).body.total).toBe(3);
    expect((await ask('POST', preview, { body: { field, last: 1 }, as })).body.calls).toBe(1);
    for (const bad of [
      {},
      { field: { name: 'Budget' } },
      { field: { ...field, field_type: 'enum' } },
      { id: 1, field: { key: 'other' } },
      { field, last: 201 },
      { field, last: 0 },
    ])
      expect((await ask('POST', preview, { body: bad, as })).status, JSON.stringify(bad)).toBe(400);
    expect((await ask('POST', preview, { body: { id: 99_999 }, as })).status).toBe(404);
    expect((await ask('POST', preview, { body: { field }, as: 'mate' })).status).toBe(403);
  });

  test('of a weight changes the total of its category, in the preview and in later analyses', async () => {
    const { ask, settled } = await openAnalysis(await place());
    const field = { field_type: 'score', group: 'Care' };
    const add = (body: object) => ask('POST', '/api/extraction-fields', { body: { ...field, ...body }, as });
    const said = { ...field, key: 'said', name: 'Budget asked', options: ['What is your budget?'] };
    const unsaid = (await add({ key: 'unsaid', name: 'Refund', options: ['The refund arrives tomorrow'] })).body;
    expect(unsaid.weight).toBe(1);
    const { id } = (await ask('POST', '/api/v1/sales/calls', { body: { transcript: talk('It is 5000.') } })).body;
    await settled(id);
    const totals = async () => (await ask('GET', `/api/calls/${id}/evidence`)).body.score_totals;
    const care = (score: number, judged: number) => [{ category: 'Care', score, judged }];
    expect(await totals()).toEqual(care(0, 1));
    const added = (await ask('POST', preview, { body: { field: { ...said, weight: 3 } }, as })).body;
    expect(added.changes).toMatchObject([{ total_before: 0, total_after: 75 }]);
    await add({ ...said, weight: 3 });
    await ask('POST', '/api/extraction-fields/reanalyse', { body: {}, as });
    await expect.poll(totals).toEqual(care(75, 2));
    const to = { id: unsaid.id, field: { weight: 0 } };
    const same = { state: 'found', value: 0 };
    expect((await ask('POST', preview, { body: to, as })).body.changes).toMatchObject([
      { before: same, after: same, total_before: 75, total_after: 100 },
    ]);
    const gone = (await ask('POST', preview, { body: { id: unsaid.id, remove: true }, as })).body;
    expect(gone.changes).toMatchObject([{ after: null, total_before: 75, total_after: 100 }]);
    const weigh = (weight: number) => ask('PATCH', `/api/extraction-fields/${unsaid.id}`, { body: { weight }, as });
    expect((await weigh(0)).body).toMatchObject({ weight: 0 });
    for (const bad of [-1, 101, 1.5]) expect((await weigh(bad)).status).toBe(400);
    await ask('POST', '/api/extraction-fields/reanalyse', { body: {}, as });
    await expect.poll(totals).toEqual(care(100, 2));
  });

  test('is applied to calls that exist without another transcription, and keeps edits', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const { ask, settled } = await openAnalysis(await place(), transcriber);
    script.hear = async () => [
      [0, 'What is your budget?'],
      [1500, 'My budget is 5000.'],
    ];
    const { id } = (await ask('POST', '/api/uploads', { file: mono })).body;
    await settled(id);
    const edit = { outcome: 'resolved', key_details: { extraction: { money: { note: 'VIP' } } } };
    await ask('PATCH', `/api/calls/${id}`, { body: edit });
    const field = { key: 'budget', name: 'Budget', field_type: 'number', group: 'money', description: 'my budget is' };
    const made = (await ask('POST', '/api/extraction-fields', { body: field, as })).body;
    const again = await ask('POST', '/api/extraction-fields/reanalyse', { body: {}, as });
    expect(again).toMatchObject({ status: 202, body: { queued: 1 } });
    const money = async () => (await ask('GET', `/api/calls/${id}`)).body.key_details.extraction.money;
    await expect.poll(money).toEqual({ budget: 5000, note: 'VIP' });
    expect((await ask('GET', `/api/calls/${id}`)).body.outcome).toBe('resolved');
    expect(script.asked).toHaveLength(1);
    await ask('PATCH', `/api/calls/${id}`, { body: { key_details: { extraction: { money: { budget: 7 } } } } });
    const removed = (await ask('POST', preview, { body: { id: made.id, remove: true }, as })).body;
    expect(removed.changes).toMatchObject([{ before: { value: 5000 }, after: null, edited: true }]);
    const analysedAt = async () => (await ask('GET', `/api/calls/${id}/evidence`)).body.analysed_at;
    const before = await analysedAt();
    await ask('POST', '/api/extraction-fields/reanalyse', { body: { last: 10 }, as });
    await expect.poll(analysedAt).not.toBe(before);
    await expect.poll(money).toEqual({ budget: 7, note: 'VIP' });
    expect((await ask('POST', '/api/extraction-fields/reanalyse', { body: {}, as: 'mate' })).status).toBe(403);
    expect((await ask('POST', '/api/extraction-fields/reanalyse', { body: { last: -1 }, as })).status).toBe(400);
    // Neither the previews nor the analyses asked the recogniser again.
    expect(script.asked).toHaveLength(1);
  });
});
