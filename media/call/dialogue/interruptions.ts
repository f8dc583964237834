import type { CallEvent } from '../../ports.ts';
import type { RecognitionEvents } from '../recognition/recognition-events.ts';
import type { ReplyPlayer } from './reply-player.ts';

export interface InterruptionsOptions {
  readonly player: Pick<ReplyPlayer, 'cut' | 'hold' | 'resume' | 'soften'>;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
}

/** Softens, holds, resumes or ends a reply that the caller speaks over. */
export interface Interruptions {
  act(act: Parameters<RecognitionEvents['interruption']>[0]): void;
  /** When the last speech over a reply was ignored, and how long the reply was silent. */
  readonly passed: { readonly decidedMs: number; readonly silentMs: number };
}

export function createInterruptions({ player, nowMs, note }: InterruptionsOptions): Interruptions {
  /** Since when a reply is held because the caller may be interrupting it. */
  let silentSinceMs: number | undefined;
  let passed = { decidedMs: 0, silentMs: 0 };
  return {
    act(act) {
      switch (act.type) {
        case 'duck':
          return player.soften(true);
        case 'hold':
          if (player.hold()) silentSinceMs = nowMs();
          return;
        case 'go_on':
          passed = { decidedMs: nowMs(), silentMs: nowMs() - (silentSinceMs ?? nowMs()) };
          silentSinceMs = undefined;
          player.soften(act.softly);
          return player.resume();
        case 'cut': {
          const stopMs = Math.round((silentSinceMs ?? nowMs()) - act.onsetMs);
          silentSinceMs = undefined;
          player.soften(false);
          if (player.cut()) note({ type: 'barge_in', atMs: nowMs(), onsetMs: act.onsetMs, stopMs });
        }
      }
    },
    get passed() {
      return passed;
    },
  };
}
