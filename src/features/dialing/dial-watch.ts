import type { Found, TelephonyProvider } from '../../telephony/index.ts';
import { type CallRow, type CallStore, type OutboundStore, type ProviderIds, uncarriedClose } from '../calls/index.ts';
import { staleAfterMs } from './outbound-calls.ts';

export interface DialWatchOptions {
  readonly store: OutboundStore;
  readonly calls: Pick<CallStore, 'takeOver'>;
  /** Who may be asked for the call, and the number that the provider dials from; undefined when nobody can be. */
  readonly accountOf: (
    call: CallRow,
  ) => Promise<{ readonly provider: TelephonyProvider; readonly phoneNumber: string } | undefined>;
  /** A teammate's own call is over. False when it was. */
  readonly closePersons: (call: CallRow, found: Found & { kind: 'over' }) => Promise<boolean>;
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
}

export interface DialWatch {
  /** Queries providers about calls without recent events. Returns how many were closed. */
  round(): Promise<number>;
}

/** Longer than a phone rings. */
const askAfterMs = 90_000;
const askAgainAfterMs = 30_000;
/** By then the provider has said what it knows; what it does not know by then never happened, or is lost. */
const giveUpAfterMs = 300_000;
/** No call lasts longer at a provider. */
const longestCallMs = 14_400_000 + giveUpAfterMs;
const askedAtOnce = 8;

/** Resolves calls without callbacks: after a crash while dialling, a lost response or a lost callback. */
export function createDialWatch(options: DialWatchOptions): DialWatch {
  const { store, calls, accountOf, now, nowMs } = options;
  const close = uncarriedClose({ calls, get: store.get, now });
  /** Unless it has moved on meanwhile: a contact dialled again must not be rung by this call too. */
  const closeAsSeen = uncarriedClose({ calls, get: async () => undefined, now });
  const asked = new Map<string, number>();

  async function round(): Promise<number> {
    const waiting = await store.waiting();
    const open = new Set(waiting.map(({ uuid }) => uuid));
    for (const uuid of asked.keys()) if (!open.has(uuid)) asked.delete(uuid);
    let closed = 0;
    for (const call of waiting) if (isStale(call) && (await closeAsSeen(call, undialled))) closed += 1;
    // Those that were not asked about for longest: of many, the newest have their turn too.
    const due = waiting.filter(isDue).sort((one, other) => lastAsked(one) - lastAsked(other));
    for (const result of await Promise.all(due.slice(0, askedAtOnce).map(settle))) if (result) closed += 1;
    return closed;
  }

  const ageMs = (at: string): number => now().getTime() - Date.parse(at);
  const isStale = ({ status, createdAt }: CallRow): boolean => status === 'queued' && ageMs(createdAt) > staleAfterMs;
  const lastAsked = ({ uuid }: CallRow): number => asked.get(uuid) ?? -1e15;
  const isDue = (call: CallRow): boolean =>
    call.dialledAt !== null && ageMs(call.dialledAt) > askAfterMs && nowMs() - lastAsked(call) >= askAgainAfterMs;

  async function settle(call: CallRow): Promise<boolean> {
    asked.set(call.uuid, nowMs());
    const found = await find(call);
    if (found.kind === 'over')
      return call.agentUserUuid === null ? close(call, found.ended) : options.closePersons(call, found);
    if (found.kind === 'live' && call.providerCallId === null)
      await store.name(call.organisationId, call.uuid, { providerCallId: found.providerCallId });
    // A teammate who picked up may talk on while the provider cannot be asked.
    const mayTalk = found.kind === 'unknown' && call.agentUserUuid !== null && call.status !== 'dialing';
    const limitMs = found.kind === 'live' || mayTalk ? longestCallMs : giveUpAfterMs;
    if (ageMs(call.dialledAt ?? call.createdAt) <= limitMs) return false;
    // A provider that has taken it or told of it had it, whatever it lists by now.
    const isNamed = call.providerCallId !== null || call.providerRequestId !== null;
    return found.kind === 'absent' && !isNamed ? closeAsSeen(call, notPlaced) : close(call, placingUnknown);
  }

  async function find(call: CallRow) {
    const account = await accountOf(call);
    if (account === undefined) return { kind: 'unknown' } as const;
    const { uuid: callUuid, fromNumber, toNumber, dialledAt, createdAt } = call;
    // Of a teammate's own call the provider dials the teammate from the account's number, and then the customer.
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
