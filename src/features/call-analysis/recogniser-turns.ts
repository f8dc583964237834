import type { Transcriber } from '../../audio/index.ts';

/**
 * Grants the recogniser to one transcription at a time, in the order of requests. The queue is bounded by the number of
 * concurrent transcriptions.
 */
function createTurns() {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function pass(): void {
    const next = waiting.shift();
    if (next === undefined) isTaken = false;
    else next();
  }

  /** Returns false if the signal aborted before the recogniser was free. */
  async function take(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (!isTaken) {
      isTaken = true;
      return true;
    }
    return new Promise((resolve) => {
      const onTurn = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(true);
      };
      const onAbort = (): void => {
        waiting.splice(waiting.indexOf(onTurn), 1);
        resolve(false);
      };
      waiting.push(onTurn);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  return { take, pass, isWaitedFor: () => waiting.length > 0 };
}

/**
 * Returns a transcriber that works on one recording at a time and switches to the next waiting one after each part of
 * at most 28 seconds of speech. Concurrent recordings then need the CPU of one, and the memory of all.
 */
export function takingTurns(transcriber: Transcriber): Transcriber {
  const turns = createTurns();
  return {
    async transcribe(path, ask) {
      let hasTurn = await turns.take(ask.signal);
      if (!hasTurn) return { kind: 'fault', code: 'stopped', detail: '' };
      try {
        return await transcriber.transcribe(path, {
          ...ask,
          async onPart(part) {
            await ask.onPart(part);
            if (!turns.isWaitedFor()) return;
            turns.pass();
            hasTurn = false;
            hasTurn = await turns.take(ask.signal);
          },
        });
      } finally {
        if (hasTurn) turns.pass();
      }
    },
  };
}
