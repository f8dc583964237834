import type { EngineClient } from '../../media/line/engine.ts';
import type { RecogniseJob, Utterance } from '../../media/line/speech.ts';

interface AskedJob {
  readonly job: RecogniseJob;
  readonly signal: AbortSignal;
  answer(text: string): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** A recogniser that records its jobs and returns results when the test says so. */
export interface ScriptedClient extends EngineClient<RecogniseJob, Utterance> {
  readonly asked: readonly AskedJob[];
  /** Jobs not yet answered or aborted. */
  readonly open: readonly AskedJob[];
}

/** Lets all pending promise callbacks run. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Each word takes 100 ms; tokens are the words' lengths. */
function utteranceOf(text: string): Utterance {
  const words = text
    .split(' ')
    .filter(Boolean)
    .map((word, i) => ({ text: word, startMs: 100 * i, endMs: 100 * i + 100, confidence: 0.9 }));
  const tokens = words.map((word) => word.text.length);
  return { text, words, confidence: words.length === 0 ? 0 : 0.9, languageCode: 'en-US', decodeMs: 5, tokens };
}

export function createScriptedClient(): ScriptedClient {
  const asked: (AskedJob & { done: boolean })[] = [];
  return {
    asked,
    get open() {
      return asked.filter(({ done, signal }) => !done && !signal.aborted);
    },
    async *run(job, signal) {
      if (signal.aborted) return;
      const answer = await new Promise<Utterance | Error | undefined>((resolve) => {
        const give = (value: Utterance | Error): Promise<void> => {
          entry.done = true;
          resolve(value);
          return settle();
        };
        const entry = {
          job,
          signal,
          done: false,
          answer: (text: string) => give(utteranceOf(text)),
          fail: (error: Error) => give(error),
        };
        asked.push(entry);
        signal.addEventListener('abort', () => resolve(undefined), { once: true });
      });
      if (answer instanceof Error) throw answer;
      if (answer !== undefined) yield answer;
    },
  };
}
