import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { forOrganisation, openDatabase } from '../../src/data/index.ts';
import { newState } from '../../src/features/calls/calls/index.ts';
import {
  createTransferStore,
  createTransfers,
  noOwnLegs,
  type Transfers,
} from '../../src/features/calls/transfers/index.ts';
import type { TelephonyProvider } from '../../src/telephony/index.ts';
import type { TestDatabase } from '../data/databases.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { ours } from '../data/sample-rows.ts';
import { providersWith } from '../telephony/registered.ts';

type Leg = 'none' | 'ringing' | 'live' | 'over';

/** Simulates a caller and a teammate at a provider, and the successive processes that control them. */
export async function openWorld(
  place: Awaited<ReturnType<TestDatabase['place']>>,
  dialect: 'telephony_a' | 'telephony_b' = 'telephony_a',
) {
  const clock = { ms: Date.parse('2026-05-01T10:00:00.000Z') };
  const fault = { left: Number.POSITIVE_INFINITY };
  const at = (): void => {
    fault.left -= 1;
    if (fault.left <= 0) throw new Error('crash');
  };
  const database = await openDatabase({ ...place, migrationsDir, at });
  onTestFinished(() => database.close());
  const { calls, queues, transfers: table } = database.tables;
  const queue = { uuid: randomUUID(), name: 'sales', tags: [], createdAt: '2026-05-01T00:00:00.000Z' };
  await forOrganisation(database, ours).tx((queries) => queries.insert(queues, [queue]));
  const member = { userUuid: randomUUID(), phoneNumber: '+12025550109', extension: null, tags: [], lastAt: null };
  const store = createTransferStore(database, { freeIn: async () => [member], reachesPhones: () => false });

  /** Starts a call and tracks its two legs. */
  async function begin() {
    const uuid = randomUUID();
    const legs: { caller: Leg; teammate: Leg } = { caller: 'live', teammate: 'none' };
    const inRoom = { caller: false, teammate: false };
    const names = { caller: `caller-${uuid}`, teammate: `teammate-${uuid}` };
    const row = {
      ...({
        ...newState,
        uuid,
        flowUuid: 'f',
        callType: 'inbound',
        dialect,
        status: 'in_progress',
      } as const),
      fromNumber: '+15550001111',
      toNumber: '+12025550143',
      providerCallId: names.caller,
      createdAt: new Date(clock.ms).toISOString(),
    };
    await forOrganisation(database, ours).tx((queries) => queries.insert(calls, [row]));
    let transferUuid = '';
    /** Concurrent events: after the next read of a transfer, and while the caller is being moved. */
    const beside: { read?: () => Promise<unknown>; moving?: () => Promise<unknown>; isGone?: boolean } = {};
    /** Whether the provider responds to the request to move the caller, and whether it carries it out. */
    const sending = { isAnswered: true, isCarriedOut: true };
    let running: Transfers;
    const nameOf = (id: string | undefined) => (id === names.caller ? 'caller' : 'teammate');
    const provider: TelephonyProvider = {
      async place({ answerUrl }) {
        transferUuid = new URL(answerUrl).searchParams.get('transfer') ?? '';
        legs.teammate = 'ringing';
        return { kind: 'accepted', requestId: names.teammate };
      },
      async transfer() {
        if (legs.caller !== 'live') return { kind: 'gone' };
        const step = { dialect, step: 'caller', providerCallId: names.caller, transferUuid, fields: {} } as const;
        // Fetched before the request is answered; anything but a document ends the call.
        const document = sending.isCarriedOut ? await running.instructionFor(step).catch(() => undefined) : '';
        inRoom.caller = isRoom(document);
        if (sending.isCarriedOut && !inRoom.caller) legs.caller = 'over';
        await beside.moving?.();
        return sending.isAnswered ? { kind: 'done' } : { kind: 'failed', detail: 'There was no answer in time.' };
      },
      async hangUp({ providerCallId, requestId }) {
        legs[nameOf(providerCallId ?? requestId)] = 'over';
        return { kind: 'done' };
      },
      async find({ providerCallId }) {
        const id = providerCallId as string;
        const ended = { status: 'completed', reason: 'caller_hung_up' } as const;
        return legs[nameOf(id)] === 'over'
          ? { kind: 'over', providerCallId: id, ended }
          : { kind: 'live', providerCallId: id };
      },
      recordings: async () => ({ kind: 'found', recordings: [] }),
      owns: async () => ({ kind: 'owned' }),
    };
    const findBeside: typeof store.find = async (uuid) => {
      const found = await store.find(uuid);
      const { read } = beside;
      delete beside.read;
      await read?.();
      return found;
    };
    /** Creates the state of a newly started process. */
    const start = (): Transfers => {
      running = createTransfers({
        store: { ...store, find: findBeside },
        now: () => new Date(clock.ms),
        publicBaseUrl: () => 'https://voice.example.com',
        organisationOf: async () => ours,
        flush: async () => {},
        announce: async () => {},
        end: async () => {},
        accountFor: async () => ({ kind: 'ready', provider, phoneNumber: '+12025550100' }),
        ownLegs: noOwnLegs,
        streamUrlFor: async () => 'wss://voice.example.com/briefing',
        mayRecord: async () => true,
        callerGone: async () => beside.isGone === true,
        expectRecording: async () => {},
        providers: providersWith(),
        briefing: { voiceFor: async () => undefined, endStream: () => false, onTrouble: () => {} },
        onTrouble: () => {},
      });
      return running;
    };
    const ask = (step: 'teammate' | 'choice' | 'over', fields = {}) =>
      running.instructionFor({ dialect, step, providerCallId: names.teammate, transferUuid, fields });
    /** A person who gets no document hangs up. */
    async function pickUp(): Promise<void> {
      if (legs.teammate !== 'ringing') return;
      legs.teammate = 'live';
      try {
        if (String(await ask('teammate')).includes('<GetInput'))
          inRoom.teammate = isRoom(await ask('choice', { Digits: '1' }));
      } finally {
        if (!inRoom.teammate) legs.teammate = 'over';
      }
    }
    const isTogether = (): boolean =>
      inRoom.caller && inRoom.teammate && legs.caller === 'live' && legs.teammate === 'live';
    /** Ends the teammate's leg, which the provider reports. */
    async function leave(): Promise<void> {
      const over = { dialect, providerCallId: names.teammate, transferUuid, fields: { Status: 'completed' } };
      if (dialect === 'telephony_a') await ask('over', { CallStatus: 'completed' });
      else await running.legTold(over);
      legs.teammate = 'over';
    }
    return {
      legs,
      inRoom,
      beside,
      sending,
      start,
      pickUp,
      leave,
      isTogether,
      uuid,
      /** Presses a key on the stream that plays the summary to telephony_b's teammate. */
      press: (digit: string) =>
        running.briefings.append(transferUuid, { type: 'dtmf', atMs: 0, digit, from: 'caller' }),
      dialled: () => running.dialFor(uuid),
      transfer: () => running.begin(ours, uuid, { target: 'sales', brief: 'Wants a quote.', context: {} }),
      /** Closes the stream of a dead process; the provider hangs up on a person who was only on it. */
      async streamCut() {
        if (!inRoom.caller) legs.caller = 'over';
        const closed = { status: 'failed', endReason: 'interrupted' } as const;
        await database.system.tx((queries) => queries.update(calls).set(closed));
      },
      row: async () => (await database.system.read.select().from(table)).find(({ callUuid }) => callUuid === uuid),
      sweep: async (seconds: number) => {
        clock.ms += seconds * 1000;
        await running.giveUpLapsed();
        await running.askAfterConnected(new AbortController().signal);
      },
    };
  }
  return { begin, fault };
}

const isRoom = (document: string | object | undefined): boolean => String(document).includes('<Conference');
