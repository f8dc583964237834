import type { OrganisationId } from '../../../data/index.ts';
import type { CallRow } from './call-rows.ts';
import { type CallClosed, isOver } from './call-state.ts';
import type { OutboundStore } from './outbound-store.ts';
import type { CallStore } from './store.ts';

/** Number of times that callbacks can change the status of a call before it is owned or over. */
const mostTries = 4;

/**
 * Takes ownership of a dialled call without an owner. Retries if a concurrent report, such as ringing, changes the
 * call.
 */
export const takeUncarried = (store: Taking, call: CallRow): Promise<boolean> =>
  take(store, call, ({ leaseOwner }) => leaseOwner === null);

/** Same for a call whose stream arrived here: takes it from the node that offered it. */
export const takeOffered = (store: Taking, call: CallRow): Promise<boolean> =>
  take(store, call, ({ leaseOwner, startedAt }) => leaseOwner === null || startedAt === null);

type Taking = Pick<CallStore, 'find' | 'takeOver'>;

async function take(store: Taking, call: CallRow, isFree: (call: CallRow) => boolean): Promise<boolean> {
  let current: CallRow | undefined = call;
  for (let tries = 0; tries < mostTries; tries++) {
    if (current === undefined || !isFree(current) || isOver(current.status)) return false;
    if (await store.takeOver(current)) return true;
    current = await store.find(call.uuid);
  }
  return false;
}

interface ClosingOptions {
  readonly calls: Pick<CallStore, 'takeOver'>;
  readonly get: (organisation: OrganisationId, uuid: string) => Promise<CallRow | undefined>;
  readonly now: () => Date;
}

/** Returns false if the call was already over, or if a process has taken ownership meanwhile. */
export type CloseUncarried = (call: CallRow, closed: Pick<CallClosed, 'status' | 'reason'>) => Promise<boolean>;

/** Returns a function that closes a call without an owner, despite concurrent reports. */
export function uncarriedClose({ calls, get, now }: ClosingOptions): CloseUncarried {
  return async (call, { status, reason }) => {
    let current: CallRow | undefined = call;
    for (let tries = 0; tries < mostTries; tries++) {
      if (current === undefined || isOver(current.status) || current.leaseOwner !== null) return false;
      const at = now();
      const atMs = at.getTime() - Date.parse(current.createdAt);
      const event = { type: 'closed', atMs, status, reason, wallMs: at.getTime() } as const;
      if (await calls.takeOver(current, { callUuid: call.uuid, event, recordedAt: at.toISOString() })) return true;
      current = await get(call.organisationId, call.uuid);
    }
    return false;
  };
}

/** Identifies the call of a callback: by the provider's id, and by our uuid in the callback's URL. */
export interface CallNames {
  readonly dialect: string;
  readonly callUuid: string;
  readonly providerCallId: string;
}

/**
 * Returns the dialled call named in a URL of ours. The first provider id received for it is kept; callbacks with
 * another one are not trusted.
 */
export async function namedCall(
  { calls, store }: { readonly calls: Pick<CallStore, 'find'>; readonly store: Pick<OutboundStore, 'name'> },
  { dialect, callUuid, providerCallId }: CallNames,
): Promise<CallRow | undefined> {
  const call = await calls.find(callUuid);
  if (call?.callType !== 'outbound' || call.dialect !== dialect || call.dialledAt === null) return undefined;
  if (call.providerCallId === providerCallId) return call;
  if (call.providerCallId !== null) return undefined;
  await store.name(call.organisationId, callUuid, { providerCallId });
  const named = await calls.find(callUuid);
  return named?.providerCallId === providerCallId ? named : undefined;
}
