import { expect, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { createPeopleCalls, type PeopleCallsOptions } from '../../src/features/calls/trunks/people-calls.ts';

/** A call whose teammate has answered, and what became of it. */
async function answered(parts: {
  readonly dialPerson: PeopleCallsOptions['trunks']['dialPerson'];
  readonly isConnected?: boolean;
}) {
  const events: string[] = [];
  let answer: (legId: string) => void = () => {};
  const over = new Promise<string>((resolve) => {
    const calls = createPeopleCalls({
      teammates: {
        async ring({ onAnswered }) {
          answer = (legId) => onAnswered?.(legId);
          return { kind: 'ringing', legId: 'teammate' };
        },
        hangUp: (legId) => void events.push(`hang up ${legId}`),
      },
      trunks: { dialPerson: parts.dialPerson, hangUpPerson: (id) => void events.push(`hang up ${id}`) },
      legs: { get: () => undefined, connect: async () => ((parts.isConnected ?? true) ? 'here' : false) },
      onTrouble: (error) => void events.push(String(error)),
    });
    void calls.call({
      organisation: 'ours' as OrganisationId,
      callUuid: 'call',
      userUuid: 'user',
      teammateNumber: '101',
      customerNumber: '+12025550178',
      ringSeconds: 25,
      maxSeconds: 60,
      onPickedUp() {},
      onJoined() {},
      onEnd: ({ status, reason }) => resolve(`${status}: ${reason}`),
    });
  });
  answer('teammate');
  return { events, end: await over };
}

test('a teammate whose customer cannot be dialled because of a fault is hung up', async () => {
  const dialPerson = () => Promise.reject(new Error('the database is away'));
  expect(await answered({ dialPerson })).toEqual({
    events: ['Error: the database is away', 'hang up teammate'],
    end: 'failed: provider_failed',
  });
});

test('two people whose lines cannot be connected are both hung up', async () => {
  const { events, end } = await answered({
    isConnected: false,
    async dialPerson(_organisation, _request, { onAudio }) {
      queueMicrotask(() => onAudio?.('customer'));
      return { kind: 'accepted', providerCallId: 'customer' };
    },
  });
  expect(events.toSorted()).toEqual(['hang up customer', 'hang up teammate']);
  expect(end).toBe('failed: provider_failed');
});
