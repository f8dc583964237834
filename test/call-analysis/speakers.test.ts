import { expect, test } from 'vitest';
import { mono, onEachDatabase, openAnalysis, scriptedTranscriber, stereo } from './analysis-app.ts';

const agentSays: [number, string][] = [
  [0, 'Thank you for calling Harbour Dental, this is Maria. How can I help you?'],
  [5000, 'Let me check your appointment. Can I have your date of birth?'],
];
const customerSays: [number, string][] = [
  [2500, 'Hi, I need to move my appointment, I have a problem with my tooth.'],
  [8000, 'Yes, it is the second of May.'],
];
const speakersOf = (call: { transcript: { speaker: string }[] }) => call.transcript.map(({ speaker }) => speaker);

onEachDatabase('speakers of recordings', ({ place }) => {
  test('exchanged channels are found, and a user may exchange them again', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const { ask, settled } = await openAnalysis(await place(), transcriber);
    script.hear = async ({ channel }) => (channel === 0 ? agentSays : customerSays);
    const { body } = await ask('POST', '/api/uploads', { file: stereo, fields: { agent_name: 'Maria' } });
    const call = await settled(body.id);
    expect(speakersOf(call)).toEqual(['agent', 'customer', 'agent', 'customer']);
    expect(call.speakers).toMatchObject({ by: 'channels', swapped: true });
    expect(call.speakers.confidence).toBeGreaterThan(0.9);
    expect(script.asked[0]?.prompt).toContain('Maria');

    const url = `/api/calls/${body.id}/speakers`;
    expect((await ask('PUT', url, { body: { agent: 'customer' }, as: 'stranger' })).status).toBe(404);
    expect((await ask('PUT', url, { body: { agent: 'speaker_1' } })).status).toBe(409);
    expect((await ask('PUT', url, { body: { agent: 'nobody' } })).status).toBe(400);
    expect((await ask('PUT', url, { body: { agent: 'customer' } })).status).toBe(202);
    const changed = await settled(body.id);
    expect(speakersOf(changed)).toEqual(['customer', 'agent', 'customer', 'agent']);
    expect(changed.speakers).toEqual({ by: 'person', swapped: false, confidence: 1 });
    expect(script.asked.map(({ channel }) => channel)).toEqual(['both']);
  });

  test('two voices in one channel become agent and customer when their words say which', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const { ask, settled } = await openAnalysis(await place(), transcriber);
    script.hear = async () => [...agentSays, ...customerSays].sort(([a], [b]) => a - b);
    script.voices = [0, 1, 0, 1].map((voice, index) => ({
      startMs: index * 2500,
      endMs: index * 2500 + 900,
      voice: voice as 0 | 1,
      confidence: 0.95,
    }));
    const { body } = await ask('POST', '/api/uploads', { file: mono });
    const call = await settled(body.id);
    expect(speakersOf(call)).toEqual(['agent', 'customer', 'agent', 'customer']);
    expect(call.speakers).toMatchObject({ by: 'voices', swapped: false });
  });

  test('two voices stay speaker 1 and 2 when nothing says who is the agent', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const { ask, settled } = await openAnalysis(await place(), transcriber);
    script.hear = async () => [
      [0, 'The weather is good.'],
      [2500, 'The weather was bad.'],
    ];
    script.voices = [0, 1].map((voice, index) => ({
      startMs: index * 2500,
      endMs: index * 2500 + 900,
      voice: voice as 0 | 1,
      confidence: 0.95,
    }));
    const { body } = await ask('POST', '/api/uploads', { file: mono });
    const call = await settled(body.id);
    expect(speakersOf(call)).toEqual(['speaker_1', 'speaker_2']);
    expect(call.speakers.confidence).toBeLessThan(0.8);
  });

  test('the labels of a given transcript are never exchanged', async () => {
    const { ask, settled } = await openAnalysis(await place());
    const transcript = [
      { speaker: 'customer', text: agentSays[0]?.[1] },
      { speaker: 'agent', text: customerSays[0]?.[1] },
    ];
    const { body } = await ask('POST', '/api/v1/sales/calls', { body: { transcript } });
    expect(speakersOf(await settled(body.id))).toEqual(['customer', 'agent']);
    const evidence = await ask('GET', `/api/v1/sales/calls/${body.uuid}/evidence`);
    expect(evidence).toMatchObject({ status: 200, body: { missing: expect.any(Array), score_totals: [] } });
    expect((await ask('GET', `/api/v1/sales/calls/${body.uuid}/evidence`, { as: 'stranger' })).status).toBe(404);
  });

  test('a field is asked only of calls that meet its conditions, and a required one without a value is missing', async () => {
    const { ask, settled } = await openAnalysis(await place());
    const field = { name: 'Budget', field_type: 'number', required: true };
    const add = (body: object) => ask('POST', '/api/extraction-fields', { body, as: 'superadmin' });
    expect((await add({ ...field, key: 'budget', min_seconds: 3 })).body).toMatchObject({ min_seconds: 3 });
    await add({ ...field, key: 'budget_of_long_calls', min_seconds: 600 });
    await add({ ...field, key: 'age', name: 'Age', only_if_connected: true });
    const transcript = [
      { speaker: 'agent', text: 'What is your budget?', timestamp: 0 },
      { speaker: 'customer', text: 'It is 4000 dollars.', timestamp: 4 },
    ];
    const { body } = await ask('POST', '/api/v1/sales/calls', { body: { transcript } });
    const call = await settled(body.id);
    expect(call.key_details.extraction.general).toEqual({ budget: 4000 });
    const { body: evidence } = await ask('GET', `/api/calls/${body.id}/evidence`);
    expect(evidence.missing).toContain('age');
    expect(evidence.missing).not.toContain('budget_of_long_calls');
  });
});
