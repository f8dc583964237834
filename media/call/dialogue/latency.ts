import type { TurnLatency } from '../../ports.ts';

/** Times of one turn's events, in milliseconds of the call; speculative work may precede the decision. */
export interface TurnStamps {
  /** The caller's last speech sample. */
  readonly speechEndMs: number;
  readonly decidedMs: number;
  readonly wordsMs: number;
  readonly phraseMs: number;
  readonly audioMs: number;
  readonly sentMs: number;
  readonly playedMs: number;
  readonly estimated: boolean;
}

/**
 * Splits a turn's latency among its stages. Each is charged only for the time by which it delayed the next, so that the
 * stages add up to the total.
 */
export function splitLatency(stamps: TurnStamps): TurnLatency {
  let reachedMs = stamps.speechEndMs;
  const charge = (untilMs: number): number => {
    const cost = Math.max(0, untilMs - reachedMs);
    reachedMs = Math.max(reachedMs, untilMs);
    return Math.round(cost);
  };
  const endpoint = charge(stamps.decidedMs);
  const recognition = charge(stamps.wordsMs);
  const agent = charge(stamps.phraseMs);
  const synthesis = charge(stamps.audioMs);
  const queue = charge(stamps.sentMs);
  const network = charge(stamps.playedMs);
  return {
    endpoint,
    recognition,
    agent,
    synthesis,
    queue,
    network,
    total: endpoint + recognition + agent + synthesis + queue + network,
    estimated: stamps.estimated,
  };
}
