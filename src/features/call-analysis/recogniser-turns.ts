import type { Transcriber } from '../../audio/index.ts';

/** Passes the recogniser on, in the order in which it is asked for. As many wait as there are transcriptions at once. */
function createTurns() {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function pass(): void {
    const next = waiting.shift();
    if (next === undefined) isTaken = false;
    else next();
  }

  /** False when the signal aborted before the turn came. */
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
 * A transcriber that works on one recording at a time and changes to the next one that waits after each part, up to 28
 * seconds of speech. Several recordings at once then need the CPU of one, and the memory of all.
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
