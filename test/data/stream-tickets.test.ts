import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Claimed, createTicketSeal, type TicketStore } from '../../src/cluster/index.ts';
import type { OrganisationId } from '../../src/data/index.ts';
import { DatabaseAway } from '../../src/data/trouble.ts';
import { createMediaTokens, ticketsOfNodes } from '../../src/features/calls/calls/index.ts';

const call = {
  uuid: randomUUID(),
  organisationId: randomUUID() as OrganisationId,
  flowUuid: randomUUID(),
  callType: 'inbound',
  dialect: 'telephony_a',
  fromNumber: '+15550001111',
  toNumber: '+12025550100',
  providerCallId: 'c-1',
  contactUuid: null,
  callerVerified: null,
  voiceAgentUuid: null,
  agentVersion: null,
  flowVersion: null,
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;
const session = { kind: 'call', callUuid: call.uuid } as const;

/** Nodes that share a table of tickets, which they reach unless `isAway`. */
function setUp() {
  const state = { isAway: false, nowMs: 0 };
  const rows = new Map<string, Claimed & { readonly dialect: string }>();
  const reached = async <T>(work: () => T): Promise<T> => {
    if (state.isAway) throw new DatabaseAway(new Error('silent'));
    return work();
  };
  const openNode = (node: string) => {
    const store: TicketStore = {
      add: ({ token, kind, sessionUuid, dialect }) =>
        reached(() => void rows.set(token, { kind, sessionUuid, dialect, issuedBy: node })),
      claim: (token, dialect) =>
        reached(() => {
          const row = rows.get(token);
          if (row?.dialect !== dialect) return undefined;
          rows.delete(token);
          return row;
        }),
      claimedBy: async () => undefined,
      revoke: async () => [],
      awaited: async () => new Set(),
      reservedAt: async () => 0,
      purge: async () => {},
    };
    const tokens = createMediaTokens({ ttlMs: 60_000, capacity: 10, nowMs: () => state.nowMs });
    return ticketsOfNodes({
      tokens,
      store,
      seal: createTicketSeal('secret'),
      nowMs: () => state.nowMs,
      isSteady: () => !state.isAway,
      node,
      ttlMs: 60_000,
      onClaimed: () => {},
      onTrouble: (error) => {
        throw error;
      },
    });
  };
  const one = openNode('one');
  const offer = async () => (await one.issue(session, 'telephony_a', { call })) as string;
  return { state, one, other: openNode('other'), offer };
}

describe('the ticket of a call', () => {
  test('opens one stream at any node, with the call in it', async () => {
    const { one, other, offer } = setUp();
    const token = await offer();
    expect(await other.claim(token, 'telephony_b')).toBeUndefined();
    expect(await other.claim(token, 'telephony_a')).toMatchObject({ ...session, offered: { isUnstored: false, call } });
    expect([await one.claim(token, 'telephony_a'), await other.claim(token, 'telephony_a')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('opens one stream at a node without the database, until it expires', async () => {
    const { state, other, offer } = setUp();
    const stored = await offer();
    state.isAway = true;
    expect(await other.claim(stored, 'telephony_a')).toMatchObject({ offered: { isUnstored: false, call } });
    expect(await other.claim(stored, 'telephony_a')).toBeUndefined();
    const late = setUp();
    late.state.isAway = true;
    const unstored = await late.offer();
    late.state.nowMs = 60_000;
    await expect(late.other.claim(unstored, 'telephony_a')).rejects.toThrow(DatabaseAway);
    late.state.nowMs = 59_999;
    expect(await late.other.claim(unstored, 'telephony_a')).toMatchObject({ offered: { isUnstored: true } });
    late.state.isAway = false;
    expect(await late.other.claim(unstored, 'telephony_a'), 'the database is back').toBeUndefined();
  });

  test('that has opened a stream does not open another at its node when the database goes away', async () => {
    const { state, other, offer } = setUp();
    const token = await offer();
    expect(await other.claim(token, 'telephony_a')).toMatchObject(session);
    state.isAway = true;
    expect(await other.claim(token, 'telephony_a')).toBeUndefined();
  });
});
