import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { chosenOf } from '../../src/features/calls/queues/service.ts';
import { storeCall, talkingElsewhere } from '../calls/stored-calls.ts';
import { onEachDatabase, openContacts, people, phoneOf } from '../contacts/contacts-app.ts';

const url = '/api/voice/queues';
const mate = people.mate.userUuid;

onEachDatabase('queues', ({ place }) => {
  test('/api/voice/queues: create, list, update, delete; names are unique, members exist', async () => {
    const { ask } = await openContacts(await place());
    const made = await ask('POST', url, { body: { name: ' Sales ', tags: ['City:Pune'], members: [mate, mate] } });
    const queue = { uuid: expect.any(String), name: 'Sales', tags: ['City:Pune'], members: [mate] };
    expect(made).toEqual({ status: 201, body: { ...queue, created_at: expect.any(String) } });
    await ask('POST', url, { body: { name: 'Care' } });
    const listed = (await ask('GET', url, { as: 'mate' })).body;
    expect([listed.total, listed.queues.map(({ name }: { name: string }) => name)]).toEqual([2, ['Care', 'Sales']]);

    const one = `${url}/${made.body.uuid}`;
    expect(await ask('PATCH', one, { body: { name: 'Care' } })).toEqual({
      status: 409,
      body: { detail: 'A queue with this name exists.' },
    });
    const stranger = people.stranger.userUuid;
    expect(await ask('PATCH', one, { body: { members: [stranger] } })).toEqual({
      status: 400,
      body: { detail: `Member ${stranger} does not exist in this organisation.` },
    });
    expect((await ask('PATCH', one, { body: { tags: null, members: [] } })).body).toMatchObject({
      name: 'Sales',
      tags: [],
      members: [],
    });
    for (const as of ['mate', 'key'] as const) expect((await ask('DELETE', one, { as })).status).toBe(403);
    expect((await ask('DELETE', one)).status).toBe(204);
    expect((await ask('GET', one)).status).toBe(404);
  });

  test('GET agent-availability: a member with a number, marked available, and not in a call', async () => {
    const { ask, database } = await openContacts(await place());
    await ask('POST', url, { body: { name: 'sales', members: [mate] } });
    const state = async (target = 'sales') =>
      ask('GET', '/api/voice/calls/agent-availability', { as: 'key', query: { target } });
    const isAvailable = async (): Promise<boolean> => (await state()).body.available;
    const mine = '/api/voice/agents/me/availability';
    const mark = (available: boolean) => ask('PUT', mine, { as: 'mate', body: { available } });
    expect((await state('none')).status).toBe(404);
    expect(await state()).toEqual({
      status: 200,
      body: { target: 'sales', available: false, queue_depth: 0, checked_at: expect.stringMatching(/Z$/) },
    });
    expect((await ask('GET', mine, { as: 'mate' })).body).toEqual({
      user_uuid: mate,
      available: false,
      changed_at: null,
    });

    expect((await mark(true)).body).toEqual({
      user_uuid: mate,
      available: true,
      changed_at: expect.any(String),
    });
    expect(await isAvailable()).toBe(false);
    await ask('PUT', `/api/voice/agents/phone-numbers/${mate}`, { body: { phone_number: phoneOf(9) } });
    expect(await isAvailable()).toBe(true);
    await mark(false);
    expect(await isAvailable()).toBe(false);
    await mark(true);

    const talking = await talkingElsewhere(database);
    const uuid = await storeCall(database, { ...talking, agentUserUuid: mate });
    expect(await isAvailable()).toBe(false);
    const { transfers, calls } = database.tables;
    const handed = { uuid: randomUUID(), organisationId: people.admin.organisationId!, callUuid: uuid };
    await database.system.tx(async (queries) => {
      await queries.update(calls).set({ agentUserUuid: null });
      const row = { ...handed, target: 'sales', userUuid: mate, phoneNumber: phoneOf(9), agentBrief: '', context: {} };
      await queries.insert(transfers).values({ ...row, createdAt: new Date().toISOString() });
    });
    expect((await state()).body).toMatchObject({ available: false, queue_depth: 1 });
    const set = (values: Partial<typeof transfers.$inferInsert>) =>
      database.system.tx(async (queries) => void (await queries.update(transfers).set(values)));
    await set({ result: 'accepted' });
    expect((await state()).body).toMatchObject({ available: false, queue_depth: 0 });
    await set({ finishedAt: '2026-03-01T10:05:00.000Z' });
    expect(await isAvailable()).toBe(true);
  });

  test('a user with a tag of a queue belongs to it', async () => {
    const { ask } = await openContacts(await place());
    await ask('POST', url, { body: { name: 'pune', tags: ['City:Pune'] } });
    await ask('PUT', `/api/voice/agents/phone-numbers/${mate}`, { body: { phone_number: phoneOf(9) } });
    await ask('PUT', '/api/voice/agents/me/availability', { as: 'mate', body: { available: true } });
    const query = { target: 'pune' };
    const isAvailable = async () => (await ask('GET', '/api/voice/calls/agent-availability', { query })).body.available;
    expect(await isAvailable()).toBe(false);
    await ask('PUT', `/api/voice/agents/tag-assignments/${mate}`, { body: { tags: ['City:Pune'] } });
    expect(await isAvailable()).toBe(true);
  });
});

describe('the next available teammate', () => {
  const free = (userUuid: string, tags: string[], lastAt: string | null = null) => ({
    userUuid,
    tags,
    lastAt,
    phoneNumber: phoneOf(1),
    extension: null,
  });

  test.each([
    ['who looks after the contact', [free('a', []), free('b', ['C:1'])], ['C:1'], 'b'],
    [
      'who looks after nobody in particular, where none looks after the contact',
      [free('a', ['C:2']), free('b', [])],
      ['C:1'],
      'b',
    ],
    ['nobody who does not see the contact', [free('a', ['C:2'])], ['C:1'], undefined],
    ['nobody who sees some contacts alone, for a caller who is none', [free('a', ['C:2'])], [], undefined],
    ['whoever was handed none yet', [free('a', [], '2026-01-01'), free('b', [])], [], 'b'],
    ['whoever was handed one longest ago', [free('a', [], '2026-01-02'), free('b', [], '2026-01-01')], [], 'b'],
  ] as const)('is rung %s', (_what, all, tags, chosen) => {
    expect(chosenOf(all, tags)?.userUuid).toBe(chosen);
  });
});
