import type { OrganisationId } from '../../data/index.ts';
import type { CallRow } from './call-rows.ts';
import { type CallClosed, isOver } from './call-state.ts';
import type { OutboundStore } from './outbound-store.ts';
import type { CallStore } from './store.ts';

/** As often as callbacks can change the status of a call before it is carried or over. */
const mostTries = 4;

/**
 * Takes ownership of a dialled call that no process carries. What a provider reports of it at the same moment, such as that
 * the phone rings, must not lose the call.
 */
export const takeUncarried = (store: Taking, call: CallRow): Promise<boolean> =>
  take(store, call, ({ leaseOwner }) => leaseOwner === null);

/** The same for a call whose stream has come here, taken from the node that offered it. */
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

/** False when the call was over already, or a process has come to carry it meanwhile. */
export type CloseUncarried = (call: CallRow, closed: Pick<CallClosed, 'status' | 'reason'>) => Promise<boolean>;

/** Closes a call without an owner, whatever is reported at the same time. */
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

/** How a callback says which call it is about: by the provider's name, and by ours in the address that we gave. */
export interface CallNames {
  readonly dialect: string;
  readonly callUuid: string;
  readonly providerCallId: string;
}

/**
 * The dialled call that an address of ours names. The provider's first name of it is kept; under another one nothing
 * is trusted.
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
