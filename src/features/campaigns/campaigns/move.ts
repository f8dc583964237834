import type { OrganisationId, TenantQueries } from '../../../data/index.ts';
import type { Edit } from '../../../versions/index.ts';
import type { Clear } from './clearance.ts';
import type { FlowChange, FlowRow, FlowStore } from './definition-store.ts';
import type { CampaignDialer } from './ports.ts';
import { conflict, isRefusal, type Refusal } from './refusal.ts';

export interface MoveOptions {
  readonly store: FlowStore;
  readonly clear: Clear;
  readonly dialer: CampaignDialer;
  readonly now: () => Date;
}

export interface Moved {
  readonly row: FlowRow;
  /** Number of contacts queued for dialling. */
  readonly queued: number;
}

/** Returns the change for the current row. Called again inside the transaction. */
export type Plan = (row: FlowRow) => { readonly set: FlowChange; readonly status?: FlowRow['status'] } | Refusal;

export type Move = (
  organisation: OrganisationId,
  uuid: string,
  plan: Plan,
  edit?: Edit,
) => Promise<Moved | Refusal | undefined>;

/** Fields that determine which contacts a campaign reaches, and when. */
const choosing = ['branches', 'startDate', 'endDate', 'timeWindow', 'config'] as const;

/**
 * Changes a campaign and its status. When a campaign becomes active or its audience changes, its contacts are selected
 * and dialling starts in the same transaction. Stopping needs no further work, since only active campaigns dial.
 */
export function createMove({ store, clear, dialer, now }: MoveOptions): Move {
  return async (organisation, uuid, plan, edit) => {
    const before = await store.get(organisation, uuid);
    if (before === undefined) return undefined;
    const planned = plan(before);
    if (isRefusal(planned)) return planned;
    const isActive = (planned.status ?? before.status) === 'active';
    const cleared = isActive ? await clear({ ...before, ...planned.set }, organisation) : { line: undefined };
    if (isRefusal(cleared)) return cleared;
    let queued = 0;
    const decide = async (
      current: FlowRow,
      queries: TenantQueries,
    ): Promise<{ readonly set: FlowChange } | Refusal> => {
      const wanted = plan(current);
      if (isRefusal(wanted)) return wanted;
      const at = now();
      const isOther = wanted.status !== undefined && wanted.status !== current.status;
      const turned = isOther ? { status: wanted.status, statusReason: null, providerFailures: 0 } : {};
      const set = { ...wanted.set, ...turned, updatedAt: at.toISOString() } as FlowChange;
      const after = { ...current, ...set };
      const chooses = isOther || choosing.some((key) => key in wanted.set);
      if (after.status === 'active' && after.kind === 'outbound' && cleared.line !== undefined && chooses) {
        queued = await dialer.begin(queries, after, at);
        await dialer.wake(queries.system, organisation, cleared.line.provider);
      }
      return { set };
    };
    const row = await store.change<Refusal>(organisation, uuid, decide, edit);
    if (row === undefined || isRefusal(row)) return row;
    if ('conflict' in row) return conflict(row.conflict);
    return { row, queued };
  };
}
