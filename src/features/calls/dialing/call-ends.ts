import type { TenantQueries } from '../../../data/index.ts';
import type { CallOver, OnCallsOver } from '../calls/index.ts';
import { resultOf } from './call-result.ts';
import { callbackOf } from './callbacks.ts';
import { dialerOf } from './claim.ts';
import type { TargetStore } from './target-store.ts';

export interface CallEndsOptions {
  readonly store: TargetStore;
  readonly now: () => Date;
}

/** Consecutive calls rejected by a provider before a campaign is paused. */
const failuresBeforePause = 5;

/** Stores the result of a call with its target exactly once, in the transaction that ends the call. */
export function createCallEnds({ store, now }: CallEndsOptions): OnCallsOver {
  async function callOver(queries: TenantQueries, over: CallOver): Promise<void> {
    const target = over.targetUuid === null ? undefined : await store.byCall(queries, over.targetUuid, over.uuid);
    const flow = target && (await store.flow(queries, target.flowUuid));
    if (target === undefined || flow === undefined) return;
    const at = now();
    const updatedAt = at.toISOString();
    const wasLost = over.reason === 'not_placed' && (await store.lost(queries, target)) > 1;
    const result = resultOf(over, { ...target, wasLost }, dialerOf(flow), at);
    const { callbackAt, callbacks } = target;
    const agreed = callbackAt === null ? {} : callbackOf({ callbackAt, callbacks }, at);
    await store.change(queries, [target.uuid], { ...result.target, ...agreed, updatedAt });
    // Most calls say nothing new about the provider and need not lock the campaign's row.
    if (result.provider === 'unsaid' || (result.provider === 'works' && flow.providerFailures === 0)) return;
    const held = await store.held(queries, flow.uuid);
    if (held === undefined) return;
    const providerFailures = result.provider === 'failed' ? held.providerFailures + 1 : 0;
    const isPaused = held.status === 'active' && providerFailures >= failuresBeforePause;
    const why = `The provider rejected ${providerFailures} calls in a row. Last reason: ${over.reason}.`;
    const paused = isPaused ? ({ status: 'paused', statusReason: why, updatedAt } as const) : {};
    await store.changeFlow(queries, flow.uuid, { providerFailures, ...paused });
  }

  return async (queries, _organisation, over) => {
    for (const call of over) await callOver(queries, call);
  };
}
