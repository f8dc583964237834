import type { FarCommand } from './far-dialect.ts';
import { createRandom } from './random.ts';
import { createLoss, createUplink, type NetworkConditions } from './uplink.ts';

/** Conditions between the server and the caller. Omitted ones are perfect. */
export type DownlinkConditions = Pick<
  NetworkConditions,
  'delayMs' | 'jitterMs' | 'jitterShape' | 'lossRate' | 'lossBurst' | 'stalls' | 'seed'
>;

export interface Arrival {
  readonly command: FarCommand;
  /**
   * True for audio that was lost between the provider and the caller: the provider played it, and the caller heard
   * silence.
   */
  readonly lost: boolean;
}

/**
 * Delays what the server sends as the network would. Nothing overtakes: up to the provider it is one TCP stream. Audio
 * is lost behind the provider, which does not notice: marks are acknowledged all the same.
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
