import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addMembers } from '../contacts/contacts-app.ts';
import { analysisOnce, onEachDatabase } from './analysis-app.ts';

const transcript = [{ speaker: 'customer', text: 'Hello.' }];

onEachDatabase('segments, projects and customers', (database) => {
  const open = analysisOnce(database);

  test('a segment has the calls assigned to it and those that meet its rule', async () => {
    const { ask, settled } = open();
    const pune = { phone: '+12025550111', name: 'Asha', tags: ['City:Pune'] };
    const contact = (await ask('POST', '/v1/contacts', { body: pune })).body;
    await ask('POST', '/v1/contacts', { body: { phone: '+12025550112', tags: ['City:Delhi'] } });
    const make = async (body: object) => (await ask('POST', '/api/segments', { body })).body;
    const region = await make({ name: 'West', kind: 'region', rule: { tags: ['City:Pune', 'City:Goa'] } });
    const custom = await make({ name: 'Angry', kind: 'custom' });
    expect(region).toMatchObject({ kind: 'region', rule: { campaign_uuid: null, tags: ['City:Pune', 'City:Goa'] } });
    const add = async (about: object) =>
      (await ask('POST', '/api/v1/sales/calls', { body: { transcript, ...about } })).body;
    const inPune = await add({ customer_phone: '+12025550111' });
    const assigned = await add({ customer_phone: '+12025550112', segment_uuids: [custom.uuid] });
    const neither = await add({});
    await Promise.all([inPune, assigned, neither].map(({ id }) => settled(id)));
    const ids = async (...uuids: string[]) =>
      (await ask('GET', '/api/calls', { query: { segment_uuids: uuids.join(',') } })).body.calls
        .map(({ id }: { id: number }) => id)
        .sort();
    expect(await ids(region.uuid)).toEqual([inPune.id]);
    expect(await ids(custom.uuid)).toEqual([assigned.id]);
    expect(await ids(region.uuid, custom.uuid)).toEqual([inPune.id, assigned.id].sort());
    const both = { segment_uuids: [custom.uuid] };
    const patched = await ask('PATCH', `/api/calls/${inPune.id}`, { body: both });
    expect(patched.body.segments).toEqual([
      { uuid: custom.uuid, name: 'Angry' },
      { uuid: region.uuid, name: 'West' },
    ]);
    expect(patched.body.customer).toMatchObject({ id: expect.any(Number), uuid: contact.uuid, name: 'Asha' });
    expect(await ids(custom.uuid)).toEqual([inPune.id, assigned.id].sort());
    // What a rule finds cannot be taken away; what is assigned can.
    for (const segment_uuids of [[], null]) {
      await ask('PATCH', `/api/calls/${inPune.id}`, { body: both });
      expect((await ask('PATCH', `/api/calls/${inPune.id}`, { body: { segment_uuids } })).body.segments).toEqual([
        { uuid: region.uuid, name: 'West' },
      ]);
    }
    for (const body of [{ segment_uuids: [randomUUID()] }, { segment_uuids: 'x' }])
      expect((await ask('PATCH', `/api/calls/${inPune.id}`, { body })).status).toBe(400);
    expect((await ask('POST', '/api/calls', { body: { segment_uuids: [randomUUID()] } })).status).toBe(400);
    const { body: one } = await ask('GET', `/api/customers/${patched.body.customer.id}`);
    expect(one).toMatchObject({ uuid: contact.uuid, tags: ['City:Pune'], calls_total: 1 });
    const calls = (await ask('GET', `/api/customers/${one.id}/calls`)).body;
    expect([calls.total, calls.calls[0].id]).toEqual([1, inPune.id]);
    expect((await ask('GET', '/api/calls', { query: { customer_id: `${one.id}` } })).body.total).toBe(1);
    expect((await ask('GET', '/api/calls', { query: { customer_id: '999999' } })).body.total).toBe(0);
    const moved = await ask('PATCH', `/api/calls/${neither.id}`, { body: { customer_id: one.id } });
    expect(moved.body.customer.uuid).toBe(contact.uuid);
    expect((await ask('GET', '/api/customers', { query: { q: 'asha' } })).body).toMatchObject({
      total: 1,
      customers: [{ id: one.id, calls_total: 2 }],
    });
    expect((await ask('DELETE', `/api/segments/${region.id}`)).status).toBe(204);
    expect((await ask('GET', `/api/calls/${inPune.id}`)).body.segments).toEqual([]);
    await ask('DELETE', `/v1/contacts/${contact.uuid}`);
    expect((await ask('GET', `/api/customers/${one.id}`)).status).toBe(404);
  });

  test('reject bad rules, taken names and foreign ids', async () => {
    const { ask } = open();
    const post = (body: unknown) => ask('POST', '/api/segments', { body });
    for (const bad of [
      {},
      { name: 'A', kind: 'team' },
      { name: '', kind: 'custom' },
      { name: 'A', kind: 'campaign' },
      { name: 'A', kind: 'region' },
      { name: 'A', kind: 'region', rule: { tags: ['Pune'] } },
      { name: 'A', kind: 'campaign', rule: { campaign_uuid: randomUUID() } },
    ]) {
      const { status, body } = await post(bad);
      expect([status, typeof body.detail]).toEqual([400, 'string']);
    }
    const { body: made } = await post({ name: 'A', kind: 'custom' });
    expect((await post({ name: 'A', kind: 'custom' })).status).toBe(409);
    expect((await ask('POST', '/api/segments', { body: { name: 'B', kind: 'custom' }, as: 'mate' })).status).toBe(403);
    for (const id of [made.id, 999_999, made.uuid])
      expect((await ask('GET', `/api/segments/${id}`, { as: 'stranger' })).status).toBe(404);
    const changed = await ask('PATCH', `/api/segments/${made.id}`, {
      body: { kind: 'region', rule: { tags: ['City:Pune'] } },
    });
    expect(changed.body).toMatchObject({ name: 'A', kind: 'region', rule: { tags: ['City:Pune'] } });
    for (const body of [{ rule: {} }, { rule: null }])
      expect((await ask('PATCH', `/api/segments/${made.id}`, { body })).status).toBe(400);
    const custom = await ask('PATCH', `/api/segments/${made.id}`, { body: { kind: 'custom', rule: null } });
    expect(custom.body).toMatchObject({ kind: 'custom', rule: { campaign_uuid: null, tags: [] } });
    const project = { name: 'P', segment_uuids: [made.uuid] };
    expect((await ask('POST', '/api/projects', { body: project, as: 'stranger' })).status).toBe(400);
    expect((await ask('POST', '/api/projects', { body: project })).status).toBe(201);
    expect((await ask('POST', '/api/projects', { body: project })).status).toBe(409);
    const query = { segment_uuids: made.uuid };
    expect((await ask('GET', '/api/dashboard', { query, as: 'stranger' })).status).toBe(400);
    expect((await ask('GET', '/api/calls', { query, as: 'stranger' })).status).toBe(400);
  });

  test('dashboards cover the active project of each person, narrowed to segments', async () => {
    const { ask, settled } = open();
    const make = async (name: string) => (await ask('POST', '/api/segments', { body: { name, kind: 'custom' } })).body;
    const [a, b] = [await make('A'), await make('B')];
    const called_at = new Date(Date.now() - 1000).toISOString();
    for (const segment_uuids of [[], [a.uuid], [a.uuid, b.uuid], [b.uuid]]) {
      const body = { transcript, called_at, segment_uuids };
      await settled((await ask('POST', '/api/v1/sales/calls', { body })).body.id);
    }
    const total = async (uuids: string[] = [], as: 'admin' | 'mate' = 'admin') => {
      const query = { window: '7d', segment_uuids: uuids.join(',') };
      const { stats } = (await ask('GET', '/api/dashboard', { query, as })).body;
      const { window: _, ...narrowed } = query;
      const { trend } = (await ask('GET', '/api/dashboard/trend', { query: { ...narrowed, days: '7' }, as })).body;
      const board = (await ask('GET', '/api/dashboard/leaderboard', { query, as })).body;
      const sums = [
        trend.reduce((all: number, day: { calls: number }) => all + day.calls, 0),
        board.unassigned.reduce((all: number, line: { calls_total: number }) => all + line.calls_total, 0),
      ];
      expect(sums).toEqual([stats.calls_uploaded, stats.calls_uploaded]);
      const figure = (await ask('GET', '/api/calls/figures', { query: { ...query, project: 'active' }, as })).body;
      expect(figure.calls).toBe(stats.calls_total);
      return stats.calls_total;
    };
    expect([await total(), await total([a.uuid]), await total([a.uuid, b.uuid])]).toEqual([4, 2, 3]);
    const body = { name: 'Launch', segment_uuids: [a.uuid] };
    const project = (await ask('POST', '/api/projects', { body })).body;
    expect(project).toMatchObject({ segment_uuids: [a.uuid], is_active: false });
    expect((await ask('POST', `/api/projects/${project.id}/activate`)).body.is_active).toBe(true);
    expect([await total(), await total([b.uuid]), await total([], 'mate')]).toEqual([2, 1, 4]);
    expect((await ask('GET', '/api/projects')).body.projects[0].is_active).toBe(true);
    expect((await ask('GET', '/api/projects', { as: 'mate' })).body.projects[0].is_active).toBe(false);
    for (const segment_uuids of [[], null]) {
      expect((await ask('PATCH', `/api/projects/${project.id}`, { body: { segment_uuids } })).status).toBe(200);
      expect(await total()).toBe(4);
      await ask('PATCH', `/api/projects/${project.id}`, { body: { segment_uuids: [b.uuid] } });
      expect(await total()).toBe(2);
    }
    expect((await ask('DELETE', `/api/projects/${project.id}/activate`)).status).toBe(204);
    expect(await total()).toBe(4);
    await ask('POST', `/api/projects/${project.id}/activate`);
    expect((await ask('DELETE', `/api/projects/${project.id}`)).status).toBe(204);
    expect(await total()).toBe(4);
  });

  test('customers and their calls are visible according to tags', async () => {
    const { ask, settled, database, people } = open();
    await addMembers(database, people);
    await ask('POST', '/v1/contacts', { body: { phone: '+12025550111', tags: ['City:Pune'] } });
    await ask('POST', '/v1/contacts', { body: { phone: '+12025550112', tags: ['City:Delhi'] } });
    for (const customer_phone of ['+12025550111', '+12025550112'])
      await settled((await ask('POST', '/api/v1/sales/calls', { body: { transcript, customer_phone } })).body.id);
    const { customers } = (await ask('GET', '/api/customers')).body;
    expect(customers).toHaveLength(2);
    const assignment = await ask('PUT', `/api/voice/agents/tag-assignments/${people.mate.userUuid}`, {
      body: { tags: ['City:Pune'] },
    });
    expect(assignment.status).toBe(200);
    const seen = (await ask('GET', '/api/customers', { as: 'mate' })).body.customers;
    expect(seen.map(({ phone }: { phone: string }) => phone)).toEqual(['+12025550111']);
    const hidden = customers.find(({ phone }: { phone: string }) => phone === '+12025550112');
    for (const path of ['', '/calls'])
      expect((await ask('GET', `/api/customers/${hidden.id}${path}`, { as: 'mate' })).status).toBe(404);
  });
});
