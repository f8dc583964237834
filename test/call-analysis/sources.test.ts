import { expect, test } from 'vitest';
import { analysisOnce, mono, onEachDatabase, scriptedTranscriber } from './analysis-app.ts';

const transcript = [
  { speaker: 'agent', text: 'How can I help?' },
  { speaker: 'customer', text: 'I only wanted to say thanks.' },
];

onEachDatabase('the list of calls', (database) => {
  const open = analysisOnce(database);

  test('names the source of each call and filters by one, several or all', async () => {
    const { script, transcriber } = scriptedTranscriber();
    script.hear = async () => [[0, 'Good morning.']];
    const { ask, settled } = open(transcriber);
    const uploaded = (await ask('POST', '/api/uploads', { file: mono })).body;
    const twoSteps = (await ask('POST', '/api/calls', { body: {} })).body;
    const phone = { customer_phone: '+12025550143' };
    const sent = (await ask('POST', '/api/v1/sales/calls', { body: { transcript, ...phone } })).body;
    const recorded = (await ask('POST', '/api/v1/sales/calls', { file: mono })).body;
    for (const { id } of [uploaded, sent, recorded]) await settled(id);

    const listed = async (query: Record<string, string>) => {
      const { status, body } = await ask('GET', '/api/calls', { query });
      return status === 200 ? body.calls.map(({ id }: { id: number }) => id).sort() : status;
    };
    const ids = (...calls: { id: number }[]) => calls.map(({ id }) => id).sort();
    expect((await ask('GET', `/api/calls/${uploaded.id}`)).body).toMatchObject({ source: 'upload', turns: null });
    expect((await ask('GET', `/api/calls/${sent.id}`)).body).toMatchObject({ source: 'api', campaign_uuid: null });
    expect(await listed({ source: 'api' })).toEqual(ids(sent, recorded));
    expect(await listed({ source: 'upload' })).toEqual(ids(uploaded, twoSteps));
    const all = ids(uploaded, twoSteps, sent, recorded);
    expect(await listed({ source: 'upload,api' })).toEqual(all);
    expect(await listed({ source: 'all' })).toEqual(all);
    expect(await listed({})).toEqual(all);
    expect(await listed({ source: 'practice' })).toEqual([]);
    expect(await listed({ source: 'fax' })).toBe(400);
    expect(await listed({ campaign_id: '11111111-1111-4111-8111-111111111111' })).toEqual([]);
    // Numbers are found as people write them.
    expect(await listed({ q: '(202) 555-0143' })).toEqual(ids(sent));
    // A call of the developer API is an upload in every other respect.
    expect((await ask('DELETE', `/api/calls/${recorded.id}`)).status).toBe(204);
    expect((await ask('GET', '/api/dashboard', { query: { window: 'today' } })).body.stats.calls_uploaded).toBe(3);
  });
});
