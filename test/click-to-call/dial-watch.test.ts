import { expect, test } from 'vitest';
import { newState } from '../../src/features/calls/calls/index.ts';
import { createDialWatch, type DialWatchOptions } from '../../src/features/calls/dialing/index.ts';
import type { Found } from '../../src/telephony/index.ts';
import { phoneOf } from '../contacts/contacts-app.ts';
import { ours } from '../data/sample-rows.ts';

type Status = 'dialing' | 'ringing' | 'in_progress';

const minuteMs = 60_000;

/** A teammate's call of which the watch is given one look. */
async function lookedAt(status: Status, { found, ageMs = 6 * minuteMs }: { found: Found; ageMs?: number }) {
  const nowMs = 1_000_000_000;
  const dialledAt = new Date(nowMs - ageMs).toISOString();
  const call = {
    ...newState,
    uuid: 'call',
    organisationId: ours,
    callType: 'outbound',
    dialect: 'telephony_a',
    status,
    fromNumber: phoneOf(9),
    toNumber: phoneOf(1),
    agentUserUuid: 'ada',
    createdAt: dialledAt,
    dialledAt,
    providerCallId: 'p',
  };
  const closed: unknown[] = [];
  const asked: object[] = [];
  const watch = createDialWatch({
    log: { error() {} },
    store: { waiting: async () => [call], get: async () => call },
    calls: { takeOver: async (_call: unknown, { event }: { event: object }) => Boolean(closed.push(event)) },
    accountOf: async () => ({
      provider: {
        async find(traces: object) {
          asked.push(traces);
          return found;
        },
      },
      phoneNumber: '+12025550100',
    }),
    closePersons: async () => false,
    now: () => new Date(nowMs),
    nowMs: () => nowMs,
  } as unknown as DialWatchOptions);
  await watch.round();
  return { closed, asked };
}

const unknown = { kind: 'unknown', detail: 'The provider did not answer.' } as const;
const given = { status: 'failed', reason: 'placing_unknown' };

test.each(['ringing', 'in_progress'] as const)(
  'a teammate’s call that is %s outlives a question that fails, and no call of four hours does',
  async (status) => {
    expect((await lookedAt(status, { found: unknown })).closed).toEqual([]);
    expect((await lookedAt(status, { found: unknown, ageMs: 246 * minuteMs })).closed).toMatchObject([given]);
    expect((await lookedAt(status, { found: { kind: 'absent' } })).closed).toMatchObject([given]);
  },
);

test('a click-to-call call that nobody answered is closed if the provider is unreachable', async () => {
  expect((await lookedAt('dialing', { found: unknown })).closed).toMatchObject([given]);
});

test('the watch looks for a call from the account’s number to the teammate', async () => {
  const { asked } = await lookedAt('dialing', { found: unknown });
  expect(asked).toMatchObject([{ from: '+12025550100', to: phoneOf(9) }]);
});
