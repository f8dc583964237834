import { randomUUID } from 'node:crypto';
import type { OrganisationId, TenantQueries } from '../../../data/index.ts';
import { zoneNamed } from '../../../http/time-zone.ts';
import { type FlowRow, flowConfig, hoursOf, nextOpen } from '../../campaigns/index.ts';
import type { Line, OutboundCalls } from './outbound-calls.ts';
import { type Judgement, judge } from './target-rules.ts';
import type { DueTarget, TargetStore } from './target-store.ts';

/** Result of claiming the next contact of a campaign. */
export type Claim =
  /** The call is stored; dial it once the transaction is committed. */
  | { readonly kind: 'call'; readonly callUuid: string }
  /** More contacts may be due: those examined must not be dialled now. */
  | { readonly kind: 'looked' }
  /** The campaign has its maximum number of concurrent calls. */
  | { readonly kind: 'full' }
  /** No contact is due. */
  | { readonly kind: 'none' }
  /** The campaign is no longer active. */
  | { readonly kind: 'stopped' };

export interface ClaimOptions {
  readonly store: TargetStore;
  readonly telephone: Pick<OutboundCalls, 'prepareOutbound'>;
}

export interface ClaimRequest {
  readonly flowUuid: string;
  readonly line: Line;
  readonly at: Date;
  /** Receives the target in progress, to which an error belongs. */
  readonly trying?: { targetUuid: string | undefined };
}

export const dialerOf = ({ config }: Pick<FlowRow, 'config'>) =>
  flowConfig.shape.dialer.parse((config as { dialer?: unknown }).dialer ?? {});

/**
 * Stores the intent to call a campaign's next contact, in the caller's transaction: the call and the target's new
 * status are written together. A contact that must not be dialled now gets a reason.
 */
export async function claimNext(
  { store, telephone }: ClaimOptions,
  queries: TenantQueries,
  organisation: OrganisationId,
  { flowUuid, line, at, trying }: ClaimRequest,
): Promise<Claim> {
  const flow = await store.held(queries, flowUuid);
  if (flow?.status !== 'active' || flow.kind !== 'outbound') return { kind: 'stopped' };
  const dialer = dialerOf(flow);
  if ((await store.dialing(queries, flowUuid)) >= dialer.max_concurrent_calls) return { kind: 'full' };
  const now = at.toISOString();
  const due = await store.due(queries, flowUuid, now);
  // Hours that cannot be computed are an error of the campaign and not of its first contact.
  nextOpen(hoursOf(flow), at);
  const put = createPutDown();
  let chosen: DueTarget | undefined;
  for (const target of due) {
    if (trying !== undefined) trying.targetUuid = target.uuid;
    const judged = await judgeTarget(target, flow);
    if (judged.kind === 'dial') chosen = target;
    else put.add(target.uuid, judged);
    if (chosen !== undefined) break;
  }
  if (trying !== undefined && chosen === undefined) trying.targetUuid = undefined;
  for (const { uuids, ...set } of put.all()) await store.changeDue(queries, uuids, { ...set, updatedAt: now });
  if (chosen === undefined) return { kind: due.length === 0 ? 'none' : 'looked' };
  const { uuid: targetUuid, contactUuid, phone: to } = chosen;
  const callUuid = randomUUID();
  const dialing = { status: 'dialing', reason: null, nextAt: null, attempts: chosen.attempts + 1, callUuid } as const;
  const changedRows = await store.changeDue(queries, [targetUuid], { ...dialing, dialledAt: now, updatedAt: now });
  if (changedRows === 0) return { kind: 'looked' };
  const call = { uuid: callUuid, flowUuid, contactUuid, to, from: line.from, provider: line.provider, targetUuid };
  await telephone.prepareOutbound(queries, organisation, call);
  return { kind: 'call', callUuid };

  async function judgeTarget(target: DueTarget, held: FlowRow): Promise<Judgement> {
    const { phone, optedOut, attempts, timezone } = target;
    // The hours of a contact matter only to a campaign with hours.
    const zone = timezone === null || held.timeWindow === null ? null : zoneNamed(timezone);
    if (zone === undefined) return { kind: 'skip', reason: `invalid_timezone: ${timezone}` };
    const others = await store.otherCalls(queries, target, at);
    const hours = hoursOf(held, zone);
    return judge({ phone, optedOut, attempts, maxAttempts: dialer.max_attempts, hours, others, at });
  }
}

/** Takes a target out of dialling whose own data caused an error. */
export const setAside = (store: TargetStore, queries: TenantQueries, targetUuid: string, at: Date): Promise<number> =>
  store.changeDue(queries, [targetUuid], {
    status: 'skipped',
    reason: 'internal_error',
    nextAt: null,
    updatedAt: at.toISOString(),
  });

/** Groups targets by reason, to write each group in one statement. */
function createPutDown() {
  const groups = new Map<
    string,
    { status: 'waiting' | 'skipped'; reason: string; nextAt: string | null; uuids: string[] }
  >();
  return {
    add(uuid: string, judged: Exclude<Judgement, { kind: 'dial' }>): void {
      const nextAt = judged.kind === 'wait' ? judged.until.toISOString() : null;
      const key = `${judged.reason} ${nextAt}`;
      const status = judged.kind === 'wait' ? 'waiting' : 'skipped';
      const group = groups.get(key) ?? { status, reason: judged.reason, nextAt, uuids: [] };
      group.uuids.push(uuid);
      groups.set(key, group);
    },
    all: () => [...groups.values()],
  };
}
