import type { Clock } from '../../kit/clock.ts';
import type { Utterance } from '../../line/speech.ts';
import type { ConcludedTurn, OverlapWatch } from './overlap-watch.ts';
import type { EndedTurn, RecognitionEvents } from './recognition-events.ts';

export interface WordlessTurnsOptions {
  readonly events: Pick<
    RecognitionEvents,
    'interruption' | 'turnDiscarded' | 'turnEnded' | 'turnLost' | 'turnPassed' | 'wordsLate'
  >;
  readonly overlap: Pick<OverlapWatch, 'learnLevel'>;
  readonly clock: Clock;
  /** Runs what words cause, so that an error affects only this call. */
  readonly guarded: (part: () => void) => void;
}

/** What was known of a turn when it ended. */
interface Concluded extends ConcludedTurn {
  readonly wasEcho: boolean;
}

/** Wait for recognition after which the caller hears a short sentence. */
const wordsLateMs = 2000;

/** Ended turns whose words are not known yet. Each is reported as ended, discarded, passed or lost once they are. */
export function createWordlessTurns({ events, overlap, clock, guarded }: WordlessTurnsOptions) {
  const pending = new Set<Promise<void>>();

  async function report(
    turn: Omit<EndedTurn, 'utterance'>,
    words: Promise<Utterance>,
    concluded: Concluded,
  ): Promise<void> {
    const heard = await words.catch((error: unknown) => ({ error }));
    guarded(() => {
      if ('error' in heard) return events.turnLost(heard.error);
      const { text } = heard;
      const because = concluded.overlap?.judge(heard, turn.endMs - turn.onsetMs);
      const nobody = text === '' || (concluded.alone && concluded.wasEcho);
      overlap.learnLevel(nobody || because !== undefined ? 'unknown' : concluded.alone ? 'his' : 'over_reply');
      if (because !== undefined) return events.turnPassed({ onsetMs: turn.onsetMs, because, text });
      if (nobody) return events.turnDiscarded();
      if (concluded.overlap !== undefined) events.interruption({ type: 'cut', onsetMs: concluded.overlap.onsetMs });
      events.turnEnded({ ...turn, utterance: heard });
    });
  }

  return {
    add(turn: Omit<EndedTurn, 'utterance'>, words: Promise<Utterance>, concluded: Concluded): void {
      const cancel = clock.after(wordsLateMs, () => guarded(() => events.wordsLate()));
      const reporting = report(turn, words, concluded).finally(() => {
        cancel();
        pending.delete(reporting);
      });
      pending.add(reporting);
    },
    /** Resolves when all of them are reported. */
    settled: async (): Promise<void> => void (await Promise.all(pending)),
  };
}
