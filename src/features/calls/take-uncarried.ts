import type { CallRow } from './call-rows.ts';
import { isOver } from './call-state.ts';
import type { CallStore } from './store.ts';

/** As often as callbacks can change the status of a call before it is carried or over. */
const mostTries = 4;

/**
 * Makes a dialled call that no process carries our own. What a provider tells of it at the same moment, such as that
 * the phone rings, must not cost whoever picked up the call.
 */
export async function takeUncarried(store: Pick<CallStore, 'find' | 'takeOver'>, call: CallRow): Promise<boolean> {
  let current: CallRow | undefined = call;
  for (let tries = 0; tries < mostTries; tries++) {
    if (current === undefined || current.leaseOwner !== null || isOver(current.status)) return false;
    if (await store.takeOver(current)) return true;
    current = await store.find(call.uuid);
  }
  return false;
}
