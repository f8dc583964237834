import type { ProviderCapabilities, TelephonyProvider } from '../../../telephony/index.ts';
import type { OwnLegs } from './contract.ts';
import type { TransferResult, TransferRow, TransferredCall, TransferStore } from './store.ts';

interface Handed {
  readonly transfer: TransferRow;
  readonly call: TransferredCall;
}

export interface TransferWatchOptions {
  readonly now: () => Date;
  readonly accountFor: (
    call: TransferredCall,
  ) => Promise<{ readonly kind: 'ready'; readonly provider: TelephonyProvider } | { readonly kind: 'not_ready' }>;
  readonly store: Pick<TransferStore, 'find' | 'lapsed' | 'connected'>;
  readonly handsOver: (call: TransferredCall) => ProviderCapabilities['canTransfer'];
  readonly ownLegs: Pick<OwnLegs, 'isOpen'>;
  /** Time without callbacks after which a transfer lapses. */
  readonly lapsesAfterMs: number;
  readonly settle: (transfer: TransferRow, result: TransferResult) => Promise<boolean>;
  /** Hangs up the teammate's phone. */
  readonly hangUp: (handed: Handed) => Promise<void>;
  readonly finish: (transfer: TransferRow, call: TransferredCall) => Promise<void>;
  /** Called with an error that concerns a single transfer. */
  readonly onTrouble: (error: unknown) => void;
}

/** Twice the time that the provider may take to confirm that the caller was moved. */
const joiningMs = 20_000;
const askEveryMs = 30_000;
/** Maximum duration of a call at a provider. */
const longestCallMs = 14_400_000;
const askedAtOnce = 8;

/**
 * Ends transfers without callbacks or with a dead process, so that no phone keeps ringing and neither party stays
 * alone.
 */
export function createTransferWatch(options: TransferWatchOptions) {
  const { store, now } = options;
  const lastAskedByTransfer = new Map<string, number>();
  const since = (at: string): number => now().getTime() - Date.parse(at);

  async function giveUp({ transfer, call }: Handed): Promise<void> {
    const { createdAt, joinedAt } = transfer;
    if (joinedAt === null) {
      const isLate = since(createdAt) > options.lapsesAfterMs;
      if (await options.settle(transfer, isLate ? 'no_answer' : 'failed')) await options.hangUp({ transfer, call });
      return;
    }
    // A provider's flow asks without our request. A caller's leg that asks from now on gets the message that nobody is
    // available.
    const isAsking = options.handsOver(call) === 'after_stream';
    if (since(joinedAt) <= (isAsking ? options.lapsesAfterMs : joiningMs)) return;
    if (!(await options.settle(transfer, isAsking ? 'no_answer' : 'failed'))) return;
    await options.hangUp({ transfer, call });
  }

  /** Returns whether either party of a connected transfer has hung up without a callback. */
  async function isOver({ transfer, call }: Handed): Promise<boolean> {
    if (since(transfer.createdAt) > longestCallMs) return true;
    // Legs end with the server that has them.
    if (options.handsOver(call) === 'here') return !options.ownLegs.isOpen(transfer.providerCallId ?? '');
    const account = await options.accountFor(call);
    if (account.kind !== 'ready') return false;
    const legs = options.handsOver(call) === 'after_stream' ? [call] : [transfer, call];
    for (const { providerCallId } of legs) {
      if (providerCallId === null) continue;
      const names = { callUuid: call.uuid, providerCallId, from: call.fromNumber, to: call.toNumber };
      const finding = await account.provider.find({ ...names, dialledAt: transfer.createdAt });
      if (finding.kind === 'over') return true;
    }
    return false;
  }

  async function lookAfter(uuid: string, look: (handed: Handed) => Promise<void>): Promise<void> {
    try {
      const transferAndCall = await store.find(uuid);
      if (transferAndCall !== undefined) await look(transferAndCall);
    } catch (error) {
      options.onTrouble(error);
    }
  }

  /** Returns the least recently queried transfers; the map is in that order. */
  async function due(): Promise<string[]> {
    const connected = new Set(await store.connected());
    for (const uuid of lastAskedByTransfer.keys()) if (!connected.has(uuid)) lastAskedByTransfer.delete(uuid);
    for (const uuid of connected) if (!lastAskedByTransfer.has(uuid)) lastAskedByTransfer.set(uuid, now().getTime());
    const waiting = [...lastAskedByTransfer].filter(([, at]) => now().getTime() - at >= askEveryMs);
    const uuids = waiting.slice(0, askedAtOnce).map(([uuid]) => uuid);
    for (const uuid of uuids) {
      lastAskedByTransfer.delete(uuid);
      lastAskedByTransfer.set(uuid, now().getTime());
    }
    return uuids;
  }

  return {
    async giveUpLapsed(): Promise<void> {
      const lapsed = await store.lapsed(new Date(now().getTime() - options.lapsesAfterMs).toISOString());
      const open = async (handed: Handed) => (handed.transfer.result === null ? giveUp(handed) : undefined);
      await Promise.all(lapsed.map(({ uuid }) => lookAfter(uuid, open)));
    },
    async askAfterConnected(signal: AbortSignal): Promise<void> {
      const ask = async (handed: Handed): Promise<void> => {
        if (await unlessAborted(signal, () => isOver(handed))) await options.finish(handed.transfer, handed.call);
      };
      await Promise.all((await due()).map((uuid) => lookAfter(uuid, ask)));
    },
  };
}

/** Returns false once the signal aborts, without waiting for `ask`. */
function unlessAborted(signal: AbortSignal, ask: () => Promise<boolean>): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(false);
    signal.addEventListener('abort', stop, { once: true });
    ask()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}
