import type { Transcriber } from '../../../audio/index.ts';
import { createFairQueue } from '../../../threads/index.ts';

const unlimited = Number.POSITIVE_INFINITY;

/**
 * Grants the recogniser to one transcription at a time. Organisations take turns, and so do the recordings of one
 * organisation. The queue is bounded by the number of concurrent transcriptions.
 */
function createTurns() {
  const waiting = createFairQueue<() => void>({ waiting: unlimited, waitingOfOne: unlimited, takenOfOne: unlimited });
  let isTaken = false;

  function next(): void {
    const taken = waiting.take();
    isTaken = taken !== undefined;
    taken?.item();
  }

  function pass(organisation: string): void {
    waiting.release(organisation);
    next();
  }

  /** Returns false if the signal aborted before the recogniser was free. */
  async function take(organisation: string, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    const turn = new Promise<boolean>((resolve) => {
      const onTurn = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(true);
      };
      const onAbort = (): void => {
        waiting.remove(organisation, onTurn);
        resolve(false);
      };
      waiting.push(organisation, onTurn);
      signal.addEventListener('abort', onAbort, { once: true });
    });
    if (!isTaken) next();
    return turn;
  }

  return { take, pass, isWaitedFor: () => waiting.weight > 0 };
}

/**
 * Returns, for each organisation, a transcriber that works on one recording at a time and switches to the next waiting
 * one after each part of at most 28 seconds of speech. The recogniser uses all cores, so concurrent recordings need the
 * CPU of one, and the memory of all.
 */
export function takingTurns(transcriber: Transcriber): (organisation: string) => Transcriber {
  const turns = createTurns();
  return (organisation) => ({
    async transcribe(path, ask) {
      let hasTurn = await turns.take(organisation, ask.signal);
      if (!hasTurn) return { kind: 'fault', code: 'stopped', detail: '' };
      try {
        return await transcriber.transcribe(path, {
          ...ask,
          async onPart(part) {
            await ask.onPart(part);
            if (!turns.isWaitedFor()) return;
            const turn = turns.take(organisation, ask.signal);
            hasTurn = false;
            // Passed while its next turn waits already, so that it counts as the one who was last.
            turns.pass(organisation);
            hasTurn = await turn;
          },
        });
      } finally {
        if (hasTurn) turns.pass(organisation);
      }
    },
  });
}
