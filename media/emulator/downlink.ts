import type { FarCommand } from './far-dialect.ts';
import { createRandom } from './random.ts';
import { createLoss, createUplink, type NetworkConditions } from './uplink.ts';

/** What lies between the server and the caller's ear. Everything absent is perfect. */
export type DownlinkConditions = Pick<
  NetworkConditions,
  'delayMs' | 'jitterMs' | 'jitterShape' | 'lossRate' | 'lossBurst' | 'stalls' | 'seed'
>;

export interface Arrival {
  readonly command: FarCommand;
  /** Audio that got lost between the provider and the caller: the provider has played it, and silence was heard. */
  readonly lost: boolean;
}

/**
 * Holds what the server sends for as long as the network would. Nothing overtakes: up to the provider it is one TCP
 * stream. Behind the provider audio gets lost, of which the provider knows nothing: marks are acknowledged all the same.
 */
export interface Downlink {
  offer(command: FarCommand, atMs: number): void;
  due(atMs: number): readonly Arrival[];
  nextDueMs(): number | undefined;
  readonly lost: number;
}

export function createDownlink(conditions: DownlinkConditions = {}): Downlink {
  const { lossRate, lossBurst, seed = 1, ...delays } = conditions;
  const way = createUplink<Arrival>({ ...delays, seed });
  const loss = { ...(lossRate === undefined ? {} : { lossRate }), ...(lossBurst === undefined ? {} : { lossBurst }) };
  const isLost = createLoss(loss, createRandom(seed + 2));
  let lostCount = 0;
  return {
    offer(command, atMs) {
      const lost = command.type === 'audio' && isLost();
      if (lost) lostCount += 1;
      way.offer({ command, lost }, 'signal', atMs);
    },
    due: way.due,
    nextDueMs: way.nextDueMs,
    get lost() {
      return lostCount;
    },
  };
}
