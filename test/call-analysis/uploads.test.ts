import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Transcriber } from '../../src/audio/index.ts';
import type { OrganisationId } from '../../src/data/index.ts';
import { analysisOnce, mono, onEachDatabase, openAnalysis, scriptedTranscriber, stereo } from './analysis-app.ts';

const conversation = [
  { speaker: 'agent', text: 'Good morning, would you like to schedule a visit?', timestamp: 0 },
  { speaker: 'customer', text: 'Yes, on Thursday please. My card is 4111 1111 1111 1111.', timestamp: 4 },
  { speaker: 'agent', text: 'You are booked for Thursday, see you then.', timestamp: 9 },
  { speaker: 'customer', text: 'Great, thank you so much.', timestamp: 13 },
];

onEachDatabase('uploaded conversations', (database) => {
  const open = analysisOnce(database);

  test('a stereo recording becomes two speakers in order of time, and is analysed', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const { ask, settled } = open(transcriber);
    script.hear = async ({ channel }) =>
      channel === 0
        ? [[3000, 'Yes, sign me up.']]
        : [
            [500, 'Would you like to join?'],
            [6000, 'Wonderful.'],
          ];
    await ask('POST', '/v1/contacts', { body: { phone: '+12025550111', name: 'Asha Rao' } });
    const fields = {
      customer_phone: '+1 202 555 0111',
      agent_name: 'Ravi',
      direction: 'outbound',
      called_at: '2026-03-01',
    };
    const added = await ask('POST', '/api/uploads', { file: stereo, fields });
    expect(added).toMatchObject({ status: 202, body: { status: 'pending' } });
    const call = await settled(added.body.id);
    expect(call).toMatchObject({
      uuid: added.body.uuid,
      source: 'upload',
      status: 'completed',
      error: null,
      direction: 'outbound',
      duration: 10,
      outcome: 'interested',
      agent: { uuid: null, name: 'Ravi', kind: null },
      called_at: '2026-03-01T00:00:00.000Z',
      customer: { name: 'Asha Rao', phone: '+12025550111' },
      transcript: [
        { speaker: 'agent', text: 'Would you like to join?', timestamp: 0.5 },
        { speaker: 'customer', text: 'Yes, sign me up.', timestamp: 3 },
        { speaker: 'agent', text: 'Wonderful.', timestamp: 6 },
      ],
    });
    const { body: evidence } = await ask('GET', `/api/calls/${added.body.id}/evidence`);
    expect(evidence.outcome.evidence[0]).toMatchObject({ turn: 1, text: expect.stringMatching(/sign me up|Yes/) });
    const url = new URL(call.recording_url, 'http://localhost');
    const audio = await ask('GET', url.pathname, {
      query: { ...Object.fromEntries(url.searchParams), format: 'wav' },
      headers: { authorization: '' },
    });
    expect(audio.body.equals(stereo)).toBe(true);
    expect((await ask('GET', url.pathname, { query: { token: 'x' } })).status).toBe(401);
  });

  test('a mono recording in two channels is transcribed once, with unknown speakers', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const { ask, settled } = open(transcriber);
    script.hear = async () => [
      [0, 'Hello.'],
      [5000, 'Hi there.'],
    ];
    const { body } = await ask('POST', '/api/uploads', { file: mono });
    expect((await settled(body.id)).transcript.map(({ speaker }: { speaker: string }) => speaker)).toEqual([
      'unknown',
      'unknown',
    ]);
    expect(script.asked.map(({ channel }) => channel)).toEqual([undefined]);
  });

  test('a recording that follows in a second step is accepted once', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const { ask, settled } = open(transcriber);
    script.hear = async () => [[0, 'Hello.']];
    const made = await ask('POST', '/api/calls', { body: { customer_name: 'Jo' } });
    expect(made).toMatchObject({ status: 201, body: { status: 'awaiting_recording' } });
    const url = `/api/calls/${made.body.id}/recording`;
    expect((await ask('PUT', url, { file: Buffer.from('not a sound') })).status).toBe(400);
    expect((await ask('PUT', url, { file: mono, as: 'stranger' })).status).toBe(404);
    expect((await ask('PUT', url, { file: mono })).status).toBe(202);
    expect((await ask('PUT', url, { file: mono })).status).toBe(409);
    expect(await settled(made.body.id)).toMatchObject({ status: 'completed', customer: { name: 'Jo' } });
  });

  test('a recording that cannot be transcribed fails with its reason, and can be retried', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const { ask, settled } = open(transcriber);
    const { body } = await ask('POST', '/api/uploads', { file: mono });
    expect(await settled(body.id)).toMatchObject({ status: 'failed', error: 'No speech was found in the recording.' });
    script.hear = async () => [[0, 'Hello.']];
    const url = `/api/calls/${body.id}/retry`;
    expect(await ask('POST', url)).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect(await settled(body.id)).toMatchObject({ status: 'completed', error: null });
    expect((await ask('POST', url)).status).toBe(409);
  });

  test('deleting a call deletes the copies of its recording without spoken numbers', async () => {
    const text = 'My card is 4111 1111 1111 1111.';
    const words = text
      .split(' ')
      .map((word, index) => ({ text: word, startMs: 300 * index, endMs: 300 * index + 200, confidence: 1 }));
    const transcriber: Transcriber = {
      async transcribe(_path, ask) {
        const sentences = [{ startMs: 0, endMs: 2100, text, words }];
        await ask.onPart({ channel: 0, toMs: 10_000, sentences, totalMs: 10_000 });
        return { kind: 'transcribed', seconds: 10 };
      },
    };
    const { ask, settled, dataDir } = open(transcriber);
    const { body: added } = await ask('POST', '/api/uploads', { file: stereo });
    const url = new URL((await settled(added.id)).recording_url, 'http://localhost');
    const query = Object.fromEntries(url.searchParams);
    expect((await ask('GET', url.pathname, { query, headers: { authorization: '' } })).status).toBe(200);
    const copies = () => readdirSync(join(dataDir, 'recordings', 'silenced'));
    expect(copies()).toHaveLength(1);
    expect((await ask('DELETE', `/api/calls/${added.id}`)).status).toBe(204);
    expect(copies()).toEqual([]);
  });

  test('a ready transcript is redacted before it is stored, and one idempotency key adds one call', async () => {
    const { ask, settled, database } = open();
    const post = (key: string) =>
      ask('POST', '/api/v1/sales/calls', { body: { transcript: conversation }, headers: { 'idempotency-key': key } });
    const added = await Promise.all(Array.from({ length: 100 }, () => post('one')));
    expect(new Set(added.map(({ body }) => body.uuid)).size).toBe(1);
    expect((await post('two')).body.uuid).not.toBe(added[0]!.body.uuid);
    const call = await settled(added[0]!.body.id);
    expect(call).toMatchObject({ outcome: 'visit_scheduled', sentiment: 'positive' });
    expect(call.transcript[1].text).toBe('Yes, on Thursday please. My card is [card number].');
    const { interactions, transcripts } = database.tables;
    const stored = JSON.stringify([
      await database.system.read.select().from(interactions),
      await database.system.read.select().from(transcripts),
    ]);
    expect(stored).not.toMatch(/4111 ?1111/);
    const { uuid } = added[0]!.body;
    expect((await ask('GET', `/api/v1/sales/calls/${uuid}/transcript`)).body).toEqual(call.transcript);
  });

  test('an idempotency key with another body is refused and adds no call', async () => {
    const { script, transcriber } = scriptedTranscriber();
    script.hear = async () => [[0, 'Hello.']];
    const { ask, database, people } = open(transcriber);
    const post = (asked: Parameters<typeof ask>[2], key = 'one') =>
      ask('POST', '/api/v1/sales/calls', { ...asked, headers: { 'idempotency-key': key } });
    const form = { file: mono, fields: { customer_name: 'Asha', agent_name: 'Ravi' } };
    const sent = await Promise.all(Array.from({ length: 3 }, () => post(form)));
    const accepted = sent.filter(({ status }) => status === 202);
    const first = accepted[0]!.body;
    expect(new Set(accepted.map(({ body }) => body.uuid)).size).toBe(1);
    const swapped = { file: mono, fields: { agent_name: 'Ravi', customer_name: 'Asha' } };
    expect(await post(swapped)).toMatchObject({ status: 202, body: { uuid: first.uuid } });
    const detail = expect.stringContaining('another body');
    const others = [
      { ...form, fields: { customer_name: 'Asha' } },
      { ...form, file: Buffer.concat([mono, Buffer.from([0, 0])]) },
      { body: { transcript: conversation } },
    ];
    for (const other of others) expect(await post(other)).toMatchObject({ status: 409, body: { detail } });
    const given = { transcript: conversation, agent_name: 'Ravi', direction: 'inbound' };
    const ready = await post({ body: given }, 'two');
    const { transcript, ...rest } = given;
    expect((await post({ body: { direction: rest.direction, agent_name: 'Ravi', transcript } }, 'two')).body.uuid).toBe(
      ready.body.uuid,
    );
    expect((await post({ body: { ...given, direction: 'outbound' } }, 'two')).status).toBe(409);
    expect(await post({ as: 'stranger', body: given }, 'one')).toMatchObject({ status: 202 });
    const { interactions } = database.tables;
    const organisations = [people.admin, people.stranger].map(({ organisationId }) => organisationId as OrganisationId);
    const ours = inArray(interactions.organisationId, organisations);
    expect(await database.system.read.select().from(interactions).where(ours)).toHaveLength(3);
  });

  test('a user’s edits survive the next analysis', async () => {
    const { ask, settled } = open();
    const { body } = await ask('POST', '/api/v1/sales/calls', { body: { transcript: conversation } });
    const before = await settled(body.id);
    expect(before.key_details.extraction.call).toMatchObject({ outcome: 'visit_scheduled', disposition: 'reached' });
    const patch = {
      outcome: 'resolved',
      key_details: { extraction: { call: { disposition: null }, more: { note: 'VIP' } } },
    };
    const changed = await ask('PATCH', `/api/calls/${body.id}`, { body: patch });
    expect(changed).toMatchObject({ status: 200, body: { outcome: 'resolved' } });
    expect(changed.body.key_details.extraction).toMatchObject({ more: { note: 'VIP' } });
    expect(changed.body.key_details.extraction.call).not.toHaveProperty('disposition');
    const { body: evidence } = await ask('GET', `/api/calls/${body.id}/evidence`);
    const outcome = evidence.fields.find(({ key }: { key: string }) => key === 'outcome');
    const machine = { state: 'found', value: 'visit_scheduled', evidence: evidence.outcome.evidence };
    expect(outcome).toMatchObject({ state: 'edited', value: 'resolved', method: 'person', machine });
    const cleared = evidence.fields.find(({ key }: { key: string }) => key === 'disposition');
    expect(cleared).toMatchObject({ state: 'edited', value: null, group: 'call', machine: { value: 'reached' } });
    expect(evidence).toMatchObject({ outcome_edited: true, outcome: { value: 'visit_scheduled' } });
    expect(evidence.turns).toHaveLength(changed.body.transcript.length);
    expect(evidence.turns[0]).toMatchObject({ start_ms: 0, heard_ms: null });
    expect((await ask('GET', '/api/calls', { query: { outcome: 'resolved' } })).body.total).toBe(1);
    expect((await ask('PATCH', `/api/calls/${body.id}`, { body: { outcome: 'great' } })).status).toBe(400);
    expect((await ask('PATCH', `/api/calls/${body.id}`, { body: { agent_uuid: randomUUID() } })).status).toBe(400);
  });

  test('an edit has the type of its field, and the outcome and its field stay one', async () => {
    const { ask, settled } = open();
    const field = { field_type: 'number', group: 'money', description: '' };
    await ask('POST', '/api/extraction-fields', { body: { ...field, key: 'budget', name: 'Budget' } });
    const { body } = await ask('POST', '/api/v1/sales/calls', { body: { transcript: conversation } });
    await settled(body.id);
    const patched = (key_details: unknown) => ask('PATCH', `/api/calls/${body.id}`, { body: { key_details } });
    const edited = await patched({ extraction: { call: { outcome: 'escalated' } } });
    expect(edited.body).toMatchObject({
      outcome: 'escalated',
      key_details: { extraction: { call: { outcome: 'escalated' } } },
    });
    const { body: resolved } = await ask('PATCH', `/api/calls/${body.id}`, { body: { outcome: 'resolved' } });
    expect(resolved.key_details.extraction.call).toMatchObject({ outcome: 'resolved' });
    for (const wrong of [{ call: { outcome: 'great' } }, { money: { budget: 'much' } }])
      expect((await patched({ extraction: wrong })).status, JSON.stringify(wrong)).toBe(400);
    expect((await patched({ qms_scores: { pace: 101 } })).status).toBe(400);
    expect((await patched({ extraction: { money: { budget: 40 } } })).status).toBe(200);
  });

  test('null in key_details deletes a value, a group, or everything of its kind', async () => {
    const { ask, settled } = open();
    const { body } = await ask('POST', '/api/v1/sales/calls', { body: { transcript: conversation } });
    await settled(body.id);
    const url = `/api/v1/sales/calls/${body.uuid}`;
    const patched = async (key_details: unknown) =>
      (await ask('PATCH', url, { body: { key_details } })).body.key_details;
    const added = { extraction: { more: { note: 'VIP', seats: 2 } }, qms_scores: { warmth: 4, pace: 3 } };
    expect(await patched(added)).toMatchObject({ ...added, extraction: { call: { disposition: 'reached' } } });
    expect((await patched({ extraction: { more: { seats: null } } })).extraction.more).toEqual({ note: 'VIP' });
    expect((await patched({ extraction: { more: null } })).extraction).toEqual({ call: expect.any(Object) });
    expect((await patched({ qms_scores: { pace: null } })).qms_scores).toEqual({ warmth: 4 });
    expect(await patched({ extraction: { call: null } })).toEqual({ extraction: {}, qms_scores: { warmth: 4 } });
    expect(await patched({ extraction: null, qms_scores: null })).toEqual({ extraction: {}, qms_scores: {} });
    await patched(added);
    expect(await patched(null)).toEqual({ extraction: {}, qms_scores: {} });
    expect((await ask('GET', url)).body.key_details).toEqual({ extraction: {}, qms_scores: {} });
  });

  test('calls are filtered, visible to their organisation only, and deleted by managers', async () => {
    const { ask, settled } = open();
    const add = async (fields: object) =>
      (await ask('POST', '/api/v1/sales/calls', { body: { transcript: conversation, ...fields } })).body;
    const first = await add({ customer_name: 'Zoë Petrov', direction: 'inbound', called_at: '2026-02-01T10:00:00Z' });
    const second = await add({ agent_name: 'Ravi', called_at: '2026-02-02T10:00:00Z' });
    await Promise.all([settled(first.id), settled(second.id)]);
    const ids = async (query: Record<string, string>, as?: 'stranger') =>
      (await ask('GET', '/api/calls', { query, ...(as && { as }) })).body.calls.map(({ id }: { id: number }) => id);
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ q: 'petrov' })).toEqual([first.id]);
    expect(await ids({ q: '%' })).toEqual([]);
    expect(await ids({ agent: 'Ravi' })).toEqual([second.id]);
    expect(await ids({ direction: 'inbound', status: 'completed' })).toEqual([first.id]);
    expect(await ids({ date_from: '2026-02-02' })).toEqual([second.id]);
    expect(await ids({}, 'stranger')).toEqual([]);
    expect((await ask('GET', `/api/calls/${first.id}`, { as: 'stranger' })).status).toBe(404);
    expect((await ask('GET', `/api/calls/${first.uuid}`)).status).toBe(404);
    expect((await ask('GET', '/api/calls', { query: { segment_uuids: randomUUID() } })).status).toBe(400);
    expect((await ask('DELETE', `/api/calls/${first.id}`, { as: 'mate' })).status).toBe(403);
    expect((await ask('DELETE', `/api/calls/${first.id}`)).status).toBe(204);
    expect(await ids({})).toEqual([second.id]);
  });

  test('new extraction fields apply to the next call, and built-in fields stay', async () => {
    const { ask, settled } = await openAnalysis(await database.place());
    const url = '/api/extraction-fields';
    const field = { key: 'visit_date', name: 'Visit day', group: 'visit', field_type: 'date' };
    expect((await ask('POST', url, { body: field, as: 'mate' })).status).toBe(403);
    const made = await ask('POST', url, { body: field, as: 'superadmin' });
    expect(made).toMatchObject({ status: 201, body: { ...field, position: 4, is_active: true } });
    expect((await ask('POST', url, { body: field, as: 'superadmin' })).status).toBe(409);
    const noOptions = { ...field, key: 'other', field_type: 'enum' };
    expect((await ask('POST', url, { body: noOptions, as: 'superadmin' })).status).toBe(400);
    const { body: list } = await ask('GET', url, { as: 'mate' });
    expect(list.fields.map(({ key }: { key: string }) => key)).toEqual([
      'outcome',
      'disposition',
      'next_action',
      'visit_date',
    ]);
    expect((await ask('DELETE', `${url}/${list.fields[0].id}`, { as: 'superadmin' })).status).toBe(409);
    const body = { transcript: conversation, called_at: '2026-03-02T09:00:00Z' };
    const { id } = (await ask('POST', '/api/v1/sales/calls', { body })).body;
    expect((await settled(id)).key_details.extraction.visit).toEqual({ visit_date: '2026-03-05' });
    const patched = (body: object) => ask('PATCH', `${url}/${made.body.id}`, { body, as: 'superadmin' });
    const changes = {
      is_active: false,
      group: 'g',
      options: ['a'],
      description: 'd',
      weight: 3,
      required: true,
    };
    expect((await patched(changes)).body).toMatchObject(changes);
    const nulls = Object.fromEntries(Object.keys(changes).map((name) => [name, null]));
    expect((await patched(nulls)).body).toMatchObject({
      name: 'Visit day',
      is_active: true,
      group: 'general',
      options: [],
      description: '',
      weight: 1,
      required: false,
    });
    expect((await patched({ name: null })).status).toBe(400);
    expect((await ask('DELETE', `${url}/${made.body.id}`, { as: 'superadmin' })).status).toBe(204);
  });
});
