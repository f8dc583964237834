import { expect, test } from 'vitest';
import { localOrganisation } from '../../src/data/index.ts';
import {
  createCallLog,
  createCallStore,
  createCalls,
  createInboundGate,
  createLeases,
  createOutboundStore,
} from '../../src/features/calls/calls/index.ts';
import { createMediaTokens } from '../../src/features/calls/calls/media-tokens.ts';
import { ticketsOfProcess } from '../../src/features/calls/calls/stream-tickets.ts';
import { createLog } from '../../src/log.ts';
import { onEachDatabase, openAt } from './databases.ts';

onEachDatabase('answers while the call log is being written', ({ place }) => {
  async function open() {
    const database = await openAt(await place());
    const now = () => new Date('2026-03-01T10:00:00Z');
    const nowMs = () => 0;
    const leases = createLeases({ now, nowMs });
    const store = createCallStore(database, { owner: 'this process', leaseUntil: leases.until });
    let write = (): void => {};
    const mayWrite = new Promise<void>((resolve) => {
      write = resolve;
    });
    const log = createCallLog({
      async write(records, again) {
        await mayWrite;
        return store.append(records, again);
      },
      isDiskTrouble: () => false,
      log: createLog({ level: 'silent', stream: { write: () => {} } }),
      now,
      capacity: 100,
    });
    const calls = createCalls({
      store,
      log,
      leases,
      now,
      tokens: ticketsOfProcess(createMediaTokens({ ttlMs: 60_000, capacity: 10, nowMs })),
      canHangUp: () => false,
      wireOf: () => 'telephony_a',
      askOwner: async () => {},
      isElsewhere: async () => false,
      reserve: async () => ({ node: 'this process', mediaBaseUrl: null }),
      gate: createInboundGate({ slots: () => 10, nowMs }),
      canWrite: () => true,
      outbound: { store: createOutboundStore(database), hangUp: () => {} },
      endStream: () => false,
    });
    async function answer(providerCallId: string) {
      const dialect = 'telephony_a';
      await calls.ownersOf({ dialect, providerCallId, mayBeNew: true });
      const numbers = { from: '+12025550100', to: '+12025550143' };
      return calls.offer(localOrganisation, {
        isVerified: true,
        flowUuid: 'f',
        callType: 'inbound',
        dialect,
        providerCallId,
        ...numbers,
      });
    }
    const close = (offer: Awaited<ReturnType<typeof answer>>): void =>
      calls.neverOpened(offer.kind === 'stream' ? offer.callUuid : '');
    return { answer, close, write, log };
  }

  test('a new call does not wait for the ends of others', async () => {
    const { answer, close, write, log } = await open();
    close(await answer('first'));
    expect((await answer('second')).kind).toBe('stream');
    expect(log.waiting).toBe(1);
    write();
    await log.close();
  });

  test('a call whose end is being written is over for a provider that asks again', async () => {
    const { answer, close, write, log } = await open();
    close(await answer('first'));
    const again = answer('first');
    write();
    expect(await again).toEqual({ kind: 'over' });
    await log.close();
  });

  test('calls whose streams were not opened end with their own records', async () => {
    const { answer, close, write, log } = await open();
    for (const id of ['first', 'second', 'third']) close(await answer(id));
    write();
    await log.close();
    for (const id of ['first', 'second', 'third']) expect(await answer(id), id).toEqual({ kind: 'over' });
  });
});
