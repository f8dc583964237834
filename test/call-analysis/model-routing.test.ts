import { expect, onTestFinished, test } from 'vitest';
import { openModelServer, says } from '../agent/model-server.ts';
import { onEachDatabase, openAnalysis } from './analysis-app.ts';

const url = '/api/analysis/model-routing';
const as = 'superadmin' as const;
const off = { enabled: false, provider: 'platform', vllm_endpoint: null };
const initial = { stt_model: 'gpu', diarization_url: null, translation: off, custom_analysis: off };

async function openServer() {
  const server = await openModelServer();
  onTestFinished(() => server.close());
  return server;
}

/** Without an answer in the transcripts below: a model is asked only what is open. */
const openField = { key: 'warehouse', name: 'Warehouse', field_type: 'text', group: 'delivery' };

onEachDatabase('the model routing of analysis', ({ place }) => {
  test('is read by members and changed by superadmins, key by key', async () => {
    const { ask } = await openAnalysis(await place());
    expect(await ask('GET', url, { as: 'mate' })).toEqual({ status: 200, body: initial });
    expect((await ask('PATCH', url, { body: { stt_model: 'gpu' } })).status).toBe(403);
    const endpoint = 'http://127.0.0.1:8001/v1';
    const custom_analysis = { provider: 'vllm', vllm_endpoint: endpoint };
    const changed = await ask('PATCH', url, { as, body: { custom_analysis, unknown: 1 } });
    const expected = { ...initial, custom_analysis: { enabled: false, ...custom_analysis } };
    expect(changed).toEqual({ status: 200, body: expected });
    await ask('PATCH', url, { as, body: { custom_analysis: { enabled: true } } });
    const enabled = { ...expected, custom_analysis: { enabled: true, ...custom_analysis } };
    expect((await ask('GET', url)).body).toEqual(enabled);
    for (const bad of [
      { stt_model: 'cpu' },
      { stt_model: 'speech_a' },
      { translation: { enabled: true } },
      { translation: { enabled: true, provider: 'vllm' } },
      { custom_analysis: { vllm_endpoint: null } },
      { custom_analysis: { vllm_endpoint: 'file:///etc/passwd' } },
      { custom_analysis: { provider: 'other' } },
    ])
      expect((await ask('PATCH', url, { as, body: bad })).status, JSON.stringify(bad)).toBe(400);
    expect((await ask('GET', url)).body).toEqual(enabled);
    const nulls = { stt_model: null, diarization_url: null, translation: null, custom_analysis: null };
    expect(await ask('PATCH', url, { as, body: nulls })).toEqual({ status: 200, body: initial });
  });

  test('sends the next analysis to the endpoint that it names', async () => {
    const { ask, settled } = await openAnalysis(await place());
    const server = await openServer();
    server.play(says('{}'));
    const custom_analysis = { enabled: true, provider: 'vllm', vllm_endpoint: server.baseUrl };
    await ask('PATCH', url, { as, body: { custom_analysis } });
    await ask('POST', '/api/extraction-fields', { as, body: openField });
    const transcript = [{ speaker: 'customer', text: 'Hello, it is about the delivery on 4 May.' }];
    const add = async () => settled((await ask('POST', '/api/v1/sales/calls', { body: { transcript } })).body.id);
    expect((await add()).status).toBe('completed');
    const { length } = server.asked;
    expect(length).toBeGreaterThan(0);
    expect(server.asked[0]?.body.model).toBe('served');
    expect(server.asked[0]?.headers.authorization).toBe('Bearer none');
    await ask('PATCH', url, { as, body: { custom_analysis: { enabled: false } } });
    expect((await add()).status).toBe('completed');
    expect(server.asked).toHaveLength(length);
  });

  test('asks the connection of an organisation where the installation has none', async () => {
    const env = { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };
    const { ask } = await openAnalysis(await place(), undefined, env);
    const server = await openServer();
    server.play(says('{}'));
    await ask('POST', '/api/extraction-fields', { as, body: openField });
    const connection = { name: 'Own', base_url: server.baseUrl, model: 'of-the-organisation', is_default: true };
    expect((await ask('POST', '/api/settings/models', { as, body: connection })).status).toBe(201);
    expect((await ask('GET', url)).body.custom_analysis.enabled).toBe(true);
    const transcript = [{ speaker: 'customer', text: 'Hello, it is about the delivery on 4 May.' }];
    const { body } = await ask('POST', '/api/v1/sales/calls', { as, body: { transcript } });
    await expect.poll(async () => (await ask('GET', `/api/calls/${body.id}`, { as })).body.status).toBe('completed');
    expect(server.asked[0]?.body.model).toBe('of-the-organisation');
  });

  test('names the language model of the installation as platform, from the next analysis on', async () => {
    const env = { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };
    const { ask, settled } = await openAnalysis(await place(), undefined, env);
    const server = await openServer();
    server.play(says('{}'));
    await ask('POST', '/api/extraction-fields', { as, body: openField });
    const add = async () => {
      const transcript = [{ speaker: 'customer', text: 'Hello, it is about the delivery on 4 May.' }];
      return settled((await ask('POST', '/api/v1/sales/calls', { body: { transcript } })).body.id);
    };
    const enabling = { as, body: { custom_analysis: { enabled: true, provider: 'platform' } } };
    expect(await ask('PATCH', url, enabling)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('connect one on the page Models') },
    });
    const model = { base_url: server.baseUrl, model: 'of-the-installation' };
    expect((await ask('PUT', '/api/settings/language-model', { as, body: model })).status).toBe(200);
    expect((await ask('GET', url)).body.custom_analysis.enabled).toBe(true);
    expect((await add()).status).toBe('completed');
    expect(server.asked[0]?.body.model).toBe('of-the-installation');
    const { length } = server.asked;
    await ask('DELETE', '/api/settings/language-model', { as });
    expect((await add()).status).toBe('completed');
    expect(server.asked).toHaveLength(length);
  });

  test('has transcripts in other languages analysed in English, with evidence in the original', async () => {
    const { ask, settled } = await openAnalysis(await place());
    const server = await openServer();
    const english = ['What is your budget?', 'My budget is 5000.'].map((text, turn) => ({ turn, english: text }));
    server.play(says(JSON.stringify({ turns: english })));
    const field = { key: 'budget', name: 'Budget', field_type: 'number', group: 'money' };
    await ask('POST', '/api/extraction-fields', { as, body: field });
    const translation = { enabled: true, provider: 'vllm', vllm_endpoint: server.baseUrl };
    await ask('PATCH', url, { as, body: { translation } });
    const said = '¿Cuál es su presupuesto?';
    const transcript = [
      { speaker: 'agent', text: said },
      { speaker: 'customer', text: 'Cinco mil.' },
    ];
    const body = { transcript, language_code: 'es' };
    const call = await settled((await ask('POST', '/api/v1/sales/calls', { body })).body.id);
    expect(call.key_details.extraction.money).toEqual({ budget: 5000 });
    expect(call.transcript.map(({ text }: { text: string }) => text)).toEqual([said, 'Cinco mil.']);
    const { fields } = (await ask('GET', `/api/calls/${call.id}/evidence`)).body;
    const budget = fields.find(({ key }: { key: string }) => key === 'budget');
    expect(budget.evidence.at(-1)).toMatchObject({ text: 'Cinco mil.' });
  });

  test('has changes of a field previewed on what the analysis read, without another translation', async () => {
    const { ask, settled } = await openAnalysis(await place());
    const server = await openServer();
    const english = ['What is your budget?', 'My budget is 5000.'].map((text, turn) => ({ turn, english: text }));
    server.play(says(JSON.stringify({ turns: english })));
    const set = (translation: object) => ask('PATCH', url, { as, body: { translation } });
    await set({ enabled: true, provider: 'vllm', vllm_endpoint: server.baseUrl });
    const transcript = [
      { speaker: 'agent', text: '¿Cuál es su presupuesto?' },
      { speaker: 'customer', text: 'Cinco mil.' },
    ];
    const body = { transcript, language_code: 'es' };
    const { id } = await settled((await ask('POST', '/api/v1/sales/calls', { body })).body.id);
    const field = { key: 'budget', name: 'Budget', field_type: 'number', group: 'money' };
    const preview = async () => (await ask('POST', '/api/extraction-fields/preview', { as, body: { field } })).body;
    const asked = server.asked.length;
    const { changes } = await preview();
    expect(changes).toMatchObject([
      { id, after: { state: 'found', value: 5000, evidence: [{ turn: 1, text: 'Cinco mil.' }] } },
    ]);
    expect(server.asked).toHaveLength(asked);
    await set({ enabled: false });
    const analysedAt = async () => (await ask('GET', `/api/calls/${id}/evidence`)).body.analysed_at;
    const before = await analysedAt();
    await ask('POST', '/api/extraction-fields/reanalyse', { as, body: {} });
    await expect.poll(analysedAt).not.toBe(before);
    expect((await preview()).changes).toMatchObject([{ after: { state: 'not_mentioned', value: null } }]);
  });

  test('settings of an organisation are changed by its admins alone', async () => {
    const { ask } = await openAnalysis(await place());
    const settings = '/api/analysis/settings';
    expect(await ask('GET', settings, { as: 'mate' })).toEqual({ status: 200, body: { redaction: true } });
    expect((await ask('PATCH', settings, { as: 'mate', body: { redaction: false } })).status).toBe(403);
    expect((await ask('PATCH', settings, { body: { redaction: false } })).body).toEqual({ redaction: false });
    expect((await ask('GET', settings)).body).toEqual({ redaction: false });
    expect((await ask('PATCH', settings, { body: { redaction: 'no' } })).status).toBe(400);
  });
});
