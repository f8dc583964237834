import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { forOrganisation } from '../../src/data/index.ts';
import { contactsOnce, onEachDatabase, phoneOf } from '../contacts/contacts-app.ts';
import { newFlow } from '../data/sample-rows.ts';

const timeOf = (index: number): string => `2026-01-01T00:00:${String(index).padStart(2, '0')}.000Z`;
/** In the order of their times; two have none, and two are equal. */
const lengthsMs = [3000, null, 1000, 2000, 1000, null];

type Shared = Awaited<ReturnType<ReturnType<typeof contactsOnce>>>;
type Opened = Pick<Shared, 'database' | 'organisation'>;

const own = ({ database, organisation }: Opened) => forOrganisation(database, organisation);

async function addCalls(opened: Opened): Promise<void> {
  const { interactions } = opened.database.tables;
  const rows = lengthsMs.map((durationMs, index) => ({
    uuid: randomUUID(),
    source: 'upload' as const,
    status: 'completed' as const,
    connected: true,
    edits: {},
    durationMs,
    search: '',
    agentName: `${index}`,
    calledAt: timeOf(index),
    outcome: index < 4 ? 'resolved' : null,
    createdAt: timeOf(index),
    updatedAt: timeOf(index),
  }));
  // Tests of the browser are not listed, whatever the order.
  const hidden = rows.map((row) => ({ ...row, uuid: randomUUID(), source: 'test' as const, agentName: 'test' }));
  await own(opened).tx((queries) => queries.insert(interactions, [...rows, ...hidden] as never));
}

async function addRuns(opened: Opened): Promise<void> {
  const { practiceRuns } = opened.database.tables;
  const rows = [90, null, 40, 90].map((score, index) => ({
    uuid: `run-${index}`,
    userUuid: 'u',
    scenarioUuid: 's',
    scenarioName: `${index}`,
    personaUuid: 'p',
    seed: 1,
    targetKind: 'voice_agent' as const,
    mode: 'text' as const,
    agentOpens: true,
    status: 'completed' as const,
    score,
    snapshot: {},
    transcript: [],
    scores: [],
    hasAudio: false,
    createdAt: timeOf(index),
  }));
  await own(opened).tx((queries) => queries.insert(practiceRuns, rows as never));
}

onEachDatabase('a sorted list', (database) => {
  const open = contactsOnce(database);
  const openLists = async () => {
    const { ask, database: opened, organisation } = await open();
    /** All pages of a list, two rows at a time. */
    const pages = async (url: string, query: Record<string, string>, rowsOf: (body: never) => readonly string[]) => {
      const rows: string[] = [];
      for (let total = 1; rows.length < total; ) {
        const page = { ...query, limit: '2', offset: `${rows.length}` };
        const { status, body } = await ask('GET', url, { query: page });
        expect(status).toBe(200);
        total = body.total;
        rows.push(...rowsOf(body as never));
      }
      return rows.join(' ');
    };
    return { ask, opened: { database: opened, organisation }, pages };
  };

  test.each([
    [{}, '5 4 3 2 1 0'],
    [{ order: 'asc' }, '0 1 2 3 4 5'],
    [{ sort: 'called_at' }, '0 1 2 3 4 5'],
    [{ sort: 'duration' }, '1 5 2 4 3 0'],
    [{ sort: 'duration', order: 'desc' }, '0 3 4 2 5 1'],
    [{ sort: 'duration', order: 'desc', outcome: 'resolved' }, '0 3 2 1'],
  ])('of calls has each once over its pages when asked %j', async (query, order) => {
    const { opened, pages } = await openLists();
    await addCalls(opened);
    const rowsOf = ({ calls }: { calls: { agent: { name: string } }[] }) => calls.map(({ agent }) => agent.name);
    for (const url of ['/api/calls', '/api/v1/sales/calls']) expect(await pages(url, query, rowsOf)).toBe(order);
  });

  test('of calls is searched for the signs "%" and "_" as for any other', async () => {
    const { ask, opened } = await openLists();
    const { interactions } = opened.database.tables;
    const rows = ['50% off', '500 off', 'a_b', 'axb'].map((search, index) => ({
      uuid: randomUUID(),
      source: 'upload' as const,
      status: 'completed' as const,
      connected: true,
      edits: {},
      search,
      agentName: search,
      calledAt: timeOf(index),
      createdAt: timeOf(index),
      updatedAt: timeOf(index),
    }));
    await own(opened).tx((queries) => queries.insert(interactions, rows as never));
    const found = async (q: string): Promise<string[]> =>
      (await ask('GET', '/api/calls', { query: { q } })).body.calls.map(
        ({ agent }: { agent: { name: string } }) => agent.name,
      );
    expect(await found('50%')).toEqual(['50% off']);
    expect(await found('A_b')).toEqual(['a_b']);
    expect(await found('off')).toEqual(['500 off', '50% off']);
  });

  test('of calls has the same rows far back as in its first pages', async () => {
    const { ask, opened } = await openLists();
    const { interactions } = opened.database.tables;
    const rows = Array.from({ length: 1010 }, (_, index) => ({
      uuid: randomUUID(),
      source: 'upload' as const,
      status: 'completed' as const,
      connected: true,
      edits: {},
      durationMs: 1010 - index,
      search: '',
      agentName: `${index}`,
      calledAt: timeOf(index % 60),
      createdAt: timeOf(0),
      updatedAt: timeOf(0),
    }));
    await own(opened).tx((queries) => queries.insert(interactions, rows as never));
    const query = { sort: 'duration', order: 'desc', limit: '3', offset: '1004' };
    const { body } = await ask('GET', '/api/calls', { query });
    expect(body.total).toBe(1010);
    expect(body.calls.map(({ agent }: { agent: { name: string } }) => agent.name)).toEqual(['1004', '1005', '1006']);
  });

  test('of contacts ignores the case of names, and begins with those that have none', async () => {
    const { ask, pages } = await openLists();
    const names = ['zoe', null, 'Ada', 'ada', 'Émile'];
    for (const [index, name] of names.entries())
      await ask('POST', '/v1/contacts', { body: { phone: phoneOf(9 - index), ...(name === null ? {} : { name }) } });
    const contacts = ({ contacts: rows }: { contacts: { phone: string }[] }) =>
      rows.map(({ phone }) => phone.slice(-1));
    const customers = ({ customers: rows }: { customers: { phone: string }[] }) =>
      rows.map(({ phone }) => phone.slice(-1));
    for (const [query, order] of [
      [{ sort: 'name' }, '8 6 7 9 5'],
      [{ sort: 'name', order: 'desc' }, '5 9 7 6 8'],
      [{ sort: 'phone' }, '5 6 7 8 9'],
      [{ sort: 'created_at' }, '9 8 7 6 5'],
      [{ order: 'asc' }, '9 8 7 6 5'],
    ] as const) {
      expect(await pages('/v1/contacts', query, contacts)).toBe(order);
      expect(await pages('/api/voice/customers', query, customers)).toBe(order);
      expect(await pages('/api/customers', query, customers)).toBe(order);
    }
  });

  test('of campaigns is searched by name and sorted by it', async () => {
    const { opened, pages } = await openLists();
    const { flows } = opened.database.tables;
    const names = ['beta', 'Alpha', 'alphabet 50%'];
    const rows = names.map((name, index) => ({
      ...newFlow(`f${index}`),
      status: 'paused' as const,
      name,
      createdAt: timeOf(index),
    }));
    await own(opened).tx((queries) => queries.insert(flows, rows as never));
    const rowsOf = ({ flows: found }: { flows: { name: string }[] }) => found.map(({ name }) => name[0] ?? '');
    // Not those of the samples.
    const list = (query: Record<string, string>) => pages('/api/voice/flows', { status: 'paused', ...query }, rowsOf);
    expect(await list({})).toBe('b A a');
    expect(await list({ sort: 'name' })).toBe('A a b');
    expect(await list({ sort: 'created_at', order: 'desc' })).toBe('a A b');
    expect(await list({ q: 'ALPHA', sort: 'name', order: 'desc' })).toBe('a A');
    expect(await list({ q: '0%' })).toBe('a');
    expect(await list({ q: '_' })).toBe('');
  });

  test('of practice runs is sorted by score', async () => {
    const { opened, pages } = await openLists();
    await addRuns(opened);
    const rowsOf = ({ results }: { results: { scenario_name: string }[] }) => results.map((run) => run.scenario_name);
    expect(await pages('/api/pf-coach/runs', {}, rowsOf)).toBe('3 2 1 0');
    expect(await pages('/api/pf-coach/runs', { sort: 'score' }, rowsOf)).toBe('1 2 0 3');
    expect(await pages('/api/pf-coach/runs', { sort: 'score', order: 'desc' }, rowsOf)).toBe('3 0 2 1');
  });

  test.each([
    ['/api/calls', { sort: 'summary' }, /sort: must be one of called_at, duration/],
    ['/v1/contacts', { sort: 'email' }, /sort: must be one of name, phone, created_at/],
    ['/v1/contacts', { order: 'up' }, /order: must be asc or desc/],
  ])('returns 400 when %s is asked %j', async (url, query, detail) => {
    const { ask } = await openLists();
    const { status, body } = await ask('GET', url, { query });
    expect([status, body.detail]).toEqual([400, expect.stringMatching(detail)]);
  });
});
