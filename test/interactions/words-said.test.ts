import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forOrganisation, type OrganisationId } from '../../src/data/index.ts';
import { foundIn, termsOf } from '../../src/features/analysis/interactions/words-said.ts';
import { analysisOnce, onEachDatabase } from '../call-analysis/analysis-app.ts';
import { newCall } from '../data/sample-rows.ts';

const turns = (...texts: string[]) => texts.map((text) => ({ speaker: 'customer' as const, text }));

test('a search has all its words, and phrases in quotes', () => {
  expect(termsOf('Refund "next Friday" e-mail a')).toEqual([
    { words: ['refund'], isOpen: true },
    { words: ['next', 'friday'], isOpen: false },
    { words: ['e', 'mail'], isOpen: true },
    { words: ['a'], isOpen: false },
  ]);
  expect(termsOf(' ?! "" ')).toEqual([]);
  expect(termsOf(Array.from({ length: 40 }, (_, at) => `w${at}`).join(' '))).toHaveLength(12);
});

test('the place with the most terms is shown, cut between words', () => {
  const long = `${'so '.repeat(50)}I want a Refund for the cold pizza ${'please '.repeat(40)}`;
  const found = foundIn(turns('A refund?', long), termsOf('refund pizza'));
  expect(found).toMatchObject({ turn: 1, speaker: 'customer' });
  expect(found?.marks.map(({ start, end }) => found.text.slice(start, end))).toEqual(['Refund', 'pizza']);
  expect(found?.text).toMatch(/^…so .*please…$/);
  expect(foundIn(turns('Nothing of it'), termsOf('refund'))).toBeUndefined();
  expect(foundIn(turns('नमस्ते दुनिया'), termsOf('नमस्ते'))?.marks).toEqual([{ start: 0, end: 6 }]);
});

test('marks that overlap are one mark, and a mark is shown without a space before it', () => {
  const marked = (text: string, search: string) => {
    const found = foundIn(turns(text), termsOf(search));
    return found?.marks.map(({ start, end }) => found.text.slice(start, end));
  };
  expect(marked('Is it next Friday?', 'next "next friday"')).toEqual(['next Friday']);
  expect(marked('one two three four', '"one two" "two three" four')).toEqual(['one two three', 'four']);
  expect(marked(`${'x-'.repeat(200)}refund`, 'refund')).toEqual(['refund']);
});

test('a long turn of one word is read in one pass', () => {
  const found = foundIn(turns('a '.repeat(150_000)), termsOf('a nobody'));
  expect(found?.marks).toHaveLength(90);
});

onEachDatabase('words that were said', (database) => {
  const open = analysisOnce(database);

  const openCalls = async () => {
    const app = open();
    const say = async (...texts: string[]): Promise<number> => {
      const body = { transcript: turns(...texts) };
      return (await app.ask('POST', '/api/v1/sales/calls', { body })).body.id;
    };
    const find = async (words: string, query: Record<string, string> = {}) => {
      const { status, body } = await app.ask('GET', '/api/calls', { query: { words, ...query } });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.total).toBe(body.calls.length);
      return body.calls as { id: number; excerpt?: { text: string } }[];
    };
    const idsOf = async (words: string) => (await find(words)).map(({ id }) => id);
    return { ...app, say, find, idsOf };
  };

  test('find their calls, alone and together with other filters', async () => {
    const { say, find, idsOf } = await openCalls();
    const refund = await say('Good morning.', "I don't want it, I want to be refunded by e-mail next Friday.");
    const other = await say('Is it open next week on Friday?', 'कल सुबह आइए');
    expect(await idsOf('refund')).toEqual([refund]);
    expect(await idsOf('"refund"')).toEqual([]);
    expect(await idsOf('FRIDAY next')).toEqual([other, refund]);
    expect(await idsOf('"next friday"')).toEqual([refund]);
    expect(await idsOf("don't e-mail")).toEqual([refund]);
    expect(await idsOf('सुबह')).toEqual([other]);
    expect(await idsOf('nobody')).toEqual([]);
    expect(await idsOf('customer')).toEqual([]);
    expect(await find('refund', { direction: 'outbound' })).toEqual([]);
    const [found] = await find('morning refund');
    expect(found?.excerpt).toMatchObject({
      turn: 0,
      speaker: 'customer',
      text: 'Good morning.',
      marks: [{ start: 5, end: 12 }],
    });
  });

  test.each(['"', '*', "' OR 1=1 --", 'organisation : x', 'NEAR(a b)', 'a" AND "', '&|!<->:*', '\\', '-', '()'])(
    'never run as syntax: %s',
    async (words) => {
      const { say, find } = await openCalls();
      await say('Good morning.');
      expect(await find(words)).toEqual([]);
    },
  );

  test('of another organisation are never found', async () => {
    const { say, idsOf } = await openCalls();
    const mine = await say('The word is zanzibar.');
    expect(await idsOf('zanzibar')).toEqual([mine]);
    const { idsOf: theirs } = await openCalls();
    expect(await theirs('zanzibar')).toEqual([]);
  });

  test('follow the transcript when it is replaced, and go with the call', async () => {
    const { say, idsOf, ask, database: opened, people } = await openCalls();
    const id = await say('The colour is mauve.');
    const { transcripts, interactions } = opened.tables;
    const { uuid } = (await ask('GET', `/api/calls/${id}`)).body;
    const own = forOrganisation(opened, people.admin.organisationId as OrganisationId);
    const turn = { speaker: 'agent', startMs: 0, endMs: 1, text: 'It is teal \u0000 now.', words: [] };
    await own.tx((queries) => queries.update(transcripts, { turns: [turn] }, eq(transcripts.interactionUuid, uuid)));
    expect(await idsOf('mauve')).toEqual([]);
    await own.tx((queries) =>
      queries.update(transcripts, { turns: [{ ...turn, text: 'It is teal.' }] }, eq(transcripts.interactionUuid, uuid)),
    );
    expect(await idsOf('teal')).toEqual([id]);
    await own.tx((queries) => queries.delete(interactions, eq(interactions.uuid, uuid)));
    expect(await idsOf('teal')).toEqual([]);
  });

  test('lists are filtered by length, latency, end reason, score and tag', async () => {
    const { ask, database: opened, people } = await openCalls();
    const own = forOrganisation(opened, people.admin.organisationId as OrganisationId);
    const { body: contact } = await ask('POST', '/v1/contacts', {
      body: { phone: '+12025550177', tags: ['City:Pune'] },
    });
    const add = (name: string, durationMs: number, score: number | null, medianLatencyMs: number, endReason: string) =>
      own.tx(async (queries) => {
        const uuid = randomUUID();
        const at = '2026-01-01T00:00:00.000Z';
        const call = { ...newCall(uuid, { status: 'completed' }), medianLatencyMs, endReason };
        await queries.insert(opened.tables.calls, [call as never]);
        const shared = {
          status: 'completed',
          connected: true,
          edits: {},
          search: '',
          calledAt: at,
          createdAt: at,
          updatedAt: at,
        };
        const contactUuid = name === 'long' ? contact.uuid : null;
        const row = { ...shared, uuid, source: 'call', agentName: name, durationMs, score, contactUuid };
        await queries.insert(opened.tables.interactions, [row as never]);
      });
    await add('long', 61_400, 90, 900, 'silence');
    await add('short', 9_600, null, 400, 'caller_hung_up');
    const names = async (query: Record<string, string>) => {
      const { status, body } = await ask('GET', '/api/calls', { query: { ...query, sort: 'duration' } });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.calls.map(({ agent }: { agent: { name: string } }) => agent.name).join(' ');
    };
    expect(await names({})).toBe('short long');
    expect(await names({ min_seconds: '61' })).toBe('long');
    expect(await names({ max_seconds: '10', min_seconds: '10' })).toBe('short');
    expect(await names({ min_latency_ms: '500' })).toBe('long');
    expect(await names({ max_latency_ms: '400' })).toBe('short');
    expect(await names({ end_reason: 'silence' })).toBe('long');
    expect(await names({ min_score: '90' })).toBe('long');
    expect(await names({ max_score: '89' })).toBe('');
    expect(await names({ tag: 'City:Pune' })).toBe('long');
    for (const query of [{ min_seconds: 'long' }, { max_score: '101' }, { tag: 'Pune' }, { end_reason: 'A b' }])
      expect((await ask('GET', '/api/calls', { query: query as never })).status).toBe(400);
  });
});
