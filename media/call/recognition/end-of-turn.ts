import type { LineRateHz } from '../../line/audio.ts';
import type { EngineClient } from '../../line/engine.ts';
import { isFault } from '../../line/fault.ts';
import type { TurnJob, TurnResult } from '../../line/speech.ts';

export interface EndOfTurnOptions {
  readonly rateHz: LineRateHz;
  readonly engine: EngineClient<TurnJob, TurnResult>;
  readonly signal: AbortSignal;
  readonly onVerdict: (verdict: { readonly pauseId: number; readonly probability: number }) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Runs the end-of-turn model on one pause at a time. */
export interface EndOfTurn {
  /** Starts a request and aborts the one for an earlier pause. */
  ask(pauseId: number, samples: Float32Array): void;
  drop(): void;
}

export function createEndOfTurn({ rateHz, engine, signal, onVerdict, onTrouble }: EndOfTurnOptions): EndOfTurn {
  let request: AbortController | undefined;

  async function judge(pauseId: number, samples: Float32Array): Promise<void> {
    request?.abort();
    const mine = new AbortController();
    request = mine;
    try {
      for await (const { probability } of engine.run({ samples, rateHz }, AbortSignal.any([mine.signal, signal]))) {
        if (!mine.signal.aborted) onVerdict({ pauseId, probability });
      }
    } catch (error) {
      // Without a verdict the turn ends after a longer silence.
      if (!isFault(error, 'job_shed')) onTrouble(error);
    }
  }

  return {
    ask: (pauseId, samples) => void judge(pauseId, samples),
    drop: () => request?.abort(),
  };
}
