import { expect, test } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { localOrganisation } from '../../src/data/index.ts';
import { createCallInteractions, createTranscriptStore } from '../../src/features/analysis/interactions/index.ts';
import { createCallEnded, createCallStore } from '../../src/features/calls/calls/index.ts';
import { onEachDatabase, openAt } from '../data/databases.ts';
import { newCall, newFlow } from '../data/sample-rows.ts';
import { ended, line, started } from '../http/stored-calls.ts';

const startMs = Date.parse('2026-01-01T00:00:00.000Z');
const now = () => new Date('2026-01-01T01:00:00.000Z');

onEachDatabase('the interaction of a call', ({ place }) => {
  async function setUp() {
    const database = await openAt(await place());
    const callEnded = createCallEnded();
    const transcripts = createTranscriptStore(database);
    callEnded.subscribeSpoken(createCallInteractions({ database, transcripts, onWords: async () => {}, now }));
    const store = createCallStore(database, {
      owner: 'me',
      leaseUntil: () => '2026-01-01T02:00:00.000Z',
      now,
      onOver: callEnded.publish,
      onSpoken: callEnded.publishSpoken,
    });
    const { contacts, flows, interactions, voiceAgents } = database.tables;
    const organisationId = localOrganisation;
    await database.system.tx(async (queries) => {
      const at = '2026-01-01T00:00:00.000Z';
      await queries.insert(contacts).values({
        organisationId,
        uuid: 'contact',
        phone: '+12025550111',
        name: 'Asha Rao',
        metadata: {},
        optedOut: false,
        attempts: 0,
        search: '',
        createdAt: at,
        updatedAt: at,
      });
      await queries.insert(voiceAgents).values({
        organisationId,
        uuid: 'agent',
        number: 1,
        name: 'Front desk',
        personaPrompt: '',
        greeting: '',
        voiceConfig: {},
        languages: [],
        turn: {},
        tools: [],
        maxCallSeconds: 60,
        createdAt: at,
      });
      await queries.insert(flows).values({ ...newFlow('f'), organisationId, voiceAgentUuid: 'agent' });
    });
    const add = (uuid: string, changes = {}) =>
      store.findOrAdd(organisationId, newCall(uuid, { contactUuid: 'contact', ...changes }));
    const tell = (callUuid: string, ...events: CallEvent[]) =>
      store.append(events.map((event) => ({ callUuid, event, recordedAt: now().toISOString() })));
    const rows = () => database.system.read.select().from(interactions);
    return { store, transcripts, add, tell, rows };
  }

  test('an interaction is stored with its transcript when the call ends, not earlier', async () => {
    const { add, tell, rows, transcripts } = await setUp();
    await add('c1');
    await tell('c1', started(startMs), line(0, 'agent', 'Good morning.', 100), line(1, 'customer', 'Hi.', 900));
    expect(await rows()).toEqual([]);
    expect(await transcripts.get(localOrganisation, 'c1')).toBeUndefined();
    await tell('c1', ended('caller_hung_up', startMs + 9000));
    const [row] = await rows();
    expect(row).toMatchObject({
      uuid: 'c1',
      source: 'call',
      direction: 'inbound',
      connected: true,
      durationMs: 9000,
      flowUuid: 'f',
      contactUuid: 'contact',
      customerName: 'Asha Rao',
      customerPhone: '+12025550111',
      languageCode: 'en',
      voiceAgentUuid: 'agent',
      agentUserUuid: null,
      agentName: 'Front desk',
      edits: {},
      search: 'asha rao\n+12025550111\nfront desk',
    });
    expect(Number.isSafeInteger(row?.id)).toBe(true);
    expect(await transcripts.get(localOrganisation, 'c1')).toEqual([
      { speaker: 'agent', text: 'Good morning.', startMs: 100, endMs: 600, words: [] },
      { speaker: 'customer', text: 'Hi.', startMs: 900, endMs: 1400, words: [] },
    ]);
    expect(await transcripts.get('other' as typeof localOrganisation, 'c1')).toBeUndefined();
  });

  test('words that arrive after the end update the same row', async () => {
    const { add, store, tell, rows, transcripts } = await setUp();
    const { call } = await add('c1');
    await tell('c1', started(startMs), line(0, 'agent', 'Hello.', 100), ended('transferred', startMs + 5000));
    await tell('c1', line(1, 'customer', 'Wait.', 4000));
    const note = { type: 'recording', atMs: 5000, id: 'r1', seconds: 3, channels: 2 } as const;
    expect(await store.keepRecording(call, note, [line(2, 'agent', 'Ravi here.', 5200)])).toBe(true);
    expect(await store.keepRecording(call, note, [line(3, 'agent', 'Twice.', 9000)])).toBe(false);
    const texts = (await transcripts.get(localOrganisation, 'c1'))?.map(({ text }) => text);
    expect(texts).toEqual(['Hello.', 'Wait.', 'Ravi here.']);
    expect(await rows()).toHaveLength(1);
  });

  test('unanswered calls and browser tests are marked', async () => {
    const { add, tell, rows, transcripts } = await setUp();
    await add('missed', { callType: 'outbound', toNumber: '+12025550111' });
    await add('test', { callType: 'test', contactUuid: null, fromNumber: 'browser' });
    await tell('missed', ended('fault', startMs));
    await tell('test', started(startMs), line(0, 'agent', 'Hello.', 100), ended('caller_hung_up', startMs + 1000));
    const sorted = (await rows()).sort((a, b) => a.uuid.localeCompare(b.uuid));
    expect(sorted.map(({ uuid, source, connected, direction }) => [uuid, source, connected, direction])).toEqual([
      ['missed', 'call', false, 'outbound'],
      ['test', 'test', true, null],
    ]);
    expect(await transcripts.get(localOrganisation, 'missed')).toBeUndefined();
    expect(await transcripts.get(localOrganisation, 'test')).toHaveLength(1);
  });

  test.each([[[]], [[line(0, 'customer', 'Please state your name.', 100)]]])(
    'a call that only a robot answered is not connected: %j',
    async (words) => {
      const { add, tell, rows } = await setUp();
      await add('robot', { callType: 'outbound', toNumber: '+12025550111' });
      const verdict = { type: 'voicemail', atMs: 10, kind: 'unknown', confidence: 1, evidence: [] } as const;
      const robot = { ...verdict, robot: 'call_screening' } as const;
      await tell('robot', started(startMs), robot, ...words, ended('caller_hung_up', startMs + 9000));
      expect(await rows()).toMatchObject([{ connected: false, ...(words.length === 0 && { outcome: 'failed' }) }]);
    },
  );
});
