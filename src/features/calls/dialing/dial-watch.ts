import { allApart, eachApart } from '../../../each-apart.ts';
import type { Log } from '../../../log.ts';
import type { Found, TelephonyProvider } from '../../../telephony/index.ts';
import { type CallRow, type CallStore, type OutboundStore, type ProviderIds, uncarriedClose } from '../calls/index.ts';
import { staleAfterMs } from './outbound-calls.ts';

export interface DialWatchOptions {
  readonly store: OutboundStore;
  readonly calls: Pick<CallStore, 'takeOver'>;
  /** Returns the provider to query and the number that it dials from; undefined if there is no usable account. */
  readonly accountOf: (
    call: CallRow,
  ) => Promise<{ readonly provider: TelephonyProvider; readonly phoneNumber: string } | undefined>;
  /** Closes a teammate's call that is over. Returns false if it was closed already. */
  readonly closePersons: (call: CallRow, finding: Found & { kind: 'over' }) => Promise<boolean>;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => Date;
  /** Returns monotonic milliseconds. */
  readonly nowMs: () => number;
}

export interface DialWatch {
  /** Queries providers about calls without recent events. Returns the number of closed calls. */
  round(): Promise<number>;
}

/** Longer than a phone rings. */
const askAfterMs = 90_000;
const askAgainAfterMs = 30_000;
/**
 * By then the provider has reported what it knows. A call that is still unknown never happened, or its record is lost.
 */
const giveUpAfterMs = 300_000;
/** Maximum duration of a call at a provider. */
const longestCallMs = 14_400_000 + giveUpAfterMs;
const askedAtOnce = 8;

/** Resolves calls without callbacks: after a crash while dialling, a lost response or a lost callback. */
export function createDialWatch(options: DialWatchOptions): DialWatch {
  const { store, calls, accountOf, now, nowMs } = options;
  const close = uncarriedClose({ calls, get: store.get, now });
  /**
   * Closes a call only if it has not changed since it was read: a contact dialled again must not be called through this
   * one too.
   */
  const closeAsSeen = uncarriedClose({ calls, get: async () => undefined, now });
  const lastAskedByCall = new Map<string, number>();
  const apart = {
    log: options.log,
    trouble: 'failed to look for the end of a dialled call',
    name: ({ uuid }: CallRow) => ({ callUuid: uuid }),
  };

  async function round(): Promise<number> {
    const waiting = await store.waiting();
    const open = new Set(waiting.map(({ uuid }) => uuid));
    for (const uuid of lastAskedByCall.keys()) if (!open.has(uuid)) lastAskedByCall.delete(uuid);
    let closed = 0;
    const closing = (close: (call: CallRow) => Promise<boolean>) => async (call: CallRow) => {
      if (await close(call)) closed += 1;
    };
    const giveUp = closing((call) => closeAsSeen(call, undialled));
    await eachApart(waiting.filter(isStale), giveUp, apart);
    // The least recently queried first, so that every call gets its turn.
    const due = waiting.filter(isDue).sort((first, other) => lastAsked(first) - lastAsked(other));
    await allApart(due.slice(0, askedAtOnce), closing(settle), apart);
    return closed;
  }

  const ageMs = (at: string): number => now().getTime() - Date.parse(at);
  const isStale = ({ status, createdAt }: CallRow): boolean => status === 'queued' && ageMs(createdAt) > staleAfterMs;
  const lastAsked = ({ uuid }: CallRow): number => lastAskedByCall.get(uuid) ?? -1e15;
  const isDue = (call: CallRow): boolean =>
    call.dialledAt !== null && ageMs(call.dialledAt) > askAfterMs && nowMs() - lastAsked(call) >= askAgainAfterMs;

  async function settle(call: CallRow): Promise<boolean> {
    lastAskedByCall.set(call.uuid, nowMs());
    const result = await find(call);
    if (result.kind === 'over')
      return call.agentUserUuid === null ? close(call, result.ended) : options.closePersons(call, result);
    if (result.kind === 'live' && call.providerCallId === null)
      await store.name(call.organisationId, call.uuid, { providerCallId: result.providerCallId });
    // An answered teammate may still be talking while the provider cannot be queried.
    const mayTalk = result.kind === 'unknown' && call.agentUserUuid !== null && call.status !== 'dialing';
    const limitMs = result.kind === 'live' || mayTalk ? longestCallMs : giveUpAfterMs;
    if (ageMs(call.dialledAt ?? call.createdAt) <= limitMs) return false;
    // A provider that accepted or reported the call had it, whatever it lists now.
    const isNamed = call.providerCallId !== null || call.providerRequestId !== null;
    return result.kind === 'absent' && !isNamed ? closeAsSeen(call, notPlaced) : close(call, placingUnknown);
  }

  async function find(call: CallRow) {
    const account = await accountOf(call);
    if (account === undefined) return { kind: 'unknown' } as const;
    const { uuid: callUuid, fromNumber, toNumber, dialledAt, createdAt } = call;
    // For a teammate's call, the provider first dials the teammate from the account's number, then the customer.
    const numbers =
      call.agentUserUuid === null ? { from: fromNumber, to: toNumber } : { from: account.phoneNumber, to: fromNumber };
    const unclaimed = (ids: readonly string[]) => store.unclaimed(call.organisationId, ids);
    const traces = { callUuid, ...numbers, dialledAt: dialledAt ?? createdAt, unclaimed, ...idsOf(call) };
    return account.provider.find(traces);
  }

  let running: Promise<number> | undefined;
  return {
    round() {
      running ??= round().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

const undialled = { status: 'cancelled', reason: 'not_dialled' } as const;
const notPlaced = { status: 'failed', reason: 'not_placed' } as const;
const placingUnknown = { status: 'failed', reason: 'placing_unknown' } as const;

export const idsOf = ({ providerCallId, providerRequestId }: CallRow): ProviderIds => ({
  ...(providerCallId === null ? {} : { providerCallId }),
  ...(providerRequestId === null ? {} : { requestId: providerRequestId }),
});
