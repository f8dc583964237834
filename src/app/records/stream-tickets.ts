import { z } from 'zod';
import { createTicketSeal, createTicketStore } from '../../cluster/index.ts';
import {
  type createInboundGate,
  createMediaTokens,
  createStreamUuids,
  type Leases,
  type StreamTickets,
  type StreamUuids,
  ticketsOfNodes,
  ticketsOfProcess,
} from '../../features/calls/calls/index.ts';
import type { Log } from '../../log.ts';
import type { Storage } from '../platform/storage-module.ts';

export interface StreamTicketsOptions {
  readonly storage: Pick<Storage, 'database' | 'owner' | 'bus' | 'sessionSecret'>;
  readonly leases: Pick<Leases, 'drop'>;
  readonly gate: Pick<ReturnType<typeof createInboundGate>, 'opened'>;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
  readonly isSteady: () => boolean;
}

/** A stream must be opened within this time after its URL is issued. */
const tokenTtlMs = 60_000;
const maxWaitingStreams = 1000;
/** Bus subject that notifies the node that offered a stream that another node has it. */
const claimedSubject = 'streams.claimed';
const claimedNews = z.object({ callUuid: z.string() });

/** Creates UUIDs that stand for tickets of this process. */
export const openStreamUuids = (nowMs: () => number): StreamUuids =>
  createStreamUuids({ nowMs, ttlMs: tokenTtlMs, capacity: maxWaitingStreams });

/** Creates stream tickets. Where several processes may share the data, a stream may arrive at any of them. */
export function openStreamTickets({
  storage,
  leases,
  gate,
  log,
  now,
  nowMs,
  isSteady,
}: StreamTicketsOptions): StreamTickets {
  const { database, owner, bus } = storage;
  const waiting = { ttlMs: tokenTtlMs, capacity: maxWaitingStreams };
  const tokens = createMediaTokens({ ...waiting, nowMs, onClaimed: gate.opened });
  if (database.dialect === 'sqlite') return ticketsOfProcess(tokens);
  bus.serve(claimedSubject, async (body) => {
    const { callUuid } = claimedNews.parse(body);
    tokens.revoke(callUuid);
    leases.drop(callUuid);
    gate.opened(callUuid);
  });
  return ticketsOfNodes({
    tokens,
    store: createTicketStore(database, owner.id),
    seal: createTicketSeal(storage.sessionSecret),
    nowMs: () => now().getTime(),
    isSteady,
    node: owner.id,
    ttlMs: tokenTtlMs,
    // If the request is lost, the other node notices at its next read of the row.
    onClaimed: (callUuid, issuedBy) => void bus.request(issuedBy, claimedSubject, { callUuid }),
    onTrouble: (error) => log.warn({ err: error }, 'failed to revoke a stream token'),
  });
}
