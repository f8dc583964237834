import type { OrganisationId } from '../../data/index.ts';
import type { CallRow } from './call-rows.ts';
import { type CallClosed, isOver } from './call-state.ts';
import type { CallStore } from './store.ts';

interface ClosingOptions {
  readonly calls: Pick<CallStore, 'takeOver'>;
  readonly get: (organisation: OrganisationId, uuid: string) => Promise<CallRow | undefined>;
  readonly now: () => Date;
}

/** False when the call was over already, or a process has come to carry it meanwhile. */
export type CloseUncarried = (call: CallRow, closed: Pick<CallClosed, 'status' | 'reason'>) => Promise<boolean>;

/** As often as a call can change its status before it is carried or over. */
const mostTries = 4;

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
