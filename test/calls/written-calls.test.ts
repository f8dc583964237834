import { expect, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { createLeases } from '../../src/features/calls/calls/leases.ts';
import { createWrittenCalls } from '../../src/features/calls/calls/written-calls.ts';

test('a reply that is written after the end of its conversation is not recorded', async () => {
  const noted: string[] = [];
  const now = (): Date => new Date(0);
  const leases = createLeases({ now, nowMs: () => 0 });
  const begin = createWrittenCalls({
    store: { findOrAdd: async (_, row) => ({ row, isNew: true }) as never },
    leases,
    log: { note: (_, { type }) => void noted.push(type) },
    now,
  });
  const about = { uuid: 'chat', flowUuid: 'flow', origin: 'https://site.example', agentUuid: 'agent', version: 1 };
  const call = await begin('ours' as OrganisationId, about);
  call.addLine('customer', 'When do you open?');
  call.end('caller_hung_up');
  call.addLine('agent', 'At eight.');
  call.addAction({ kind: 'end', reason: 'agent_ended' } as never);
  call.end('shutdown');
  expect(noted).toEqual(['started', 'line', 'ended']);
  expect([call.isOpen, leases.callUuids]).toEqual([false, []]);
});
