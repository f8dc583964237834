import type { CallRow } from './call-rows.ts';
import { isOver } from './call-state.ts';
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
