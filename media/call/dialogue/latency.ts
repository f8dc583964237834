import type { TurnLatency } from '../../ports.ts';

/** When things happened in one turn, milliseconds on the call's clock; speculative work may precede the decision. */
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
 * Splits a turn's latency among its stages: each is charged only for the time by which it held up what comes after,
 * so that the stages add up to the total.
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
