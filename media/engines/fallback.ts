import type { EngineClient } from '../line/engine.ts';
import { isFault, MediaFault } from '../line/fault.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, SpokenWord, Utterance, VoiceSpec } from '../line/speech.ts';

type Recogniser = EngineClient<RecogniseJob, Utterance>;
type Synthesiser = EngineClient<SpeakJob, SpeakResult>;

/** A task of a server in a call. One may fail while the other works. */
export type ServerTask = 'speak' | 'recognise';

/**
 * Recently failed engines by task, shared by all calls of a thread, so that other callers need not wait for one that does
 * not respond.
 */
export interface EngineFailures {
  has(task: ServerTask, engine: string): boolean;
  /** Suspends requests of this task to the engine for the time in the error, or for 15 s. */
  add(task: ServerTask, engine: string, error: unknown): void;
}

const standardRestMs = 15_000;

const restMsOf = (error: unknown): number =>
  (isFault(error, 'speech_engine_failed') ? error.retryAfterMs : undefined) ?? standardRestMs;

export function createEngineFailures(nowMs: () => number): EngineFailures {
  const untilMs = { speak: new Map<string, number>(), recognise: new Map<string, number>() };
  return {
    has: (task, engine) => (untilMs[task].get(engine) ?? 0) > nowMs(),
    add: (task, engine, error) => void untilMs[task].set(engine, nowMs() + restMsOf(error)),
  };
}

interface FallbackOptions {
  readonly failures: EngineFailures;
  /** Called for each failure of a server, and once if another call has seen it fail. */
  readonly onTrouble: (error: unknown) => void;
}

/** Tracks whether an engine's server is suspended for a task. Reports a suspension once per call. */
function createOutageWatch(task: ServerTask, { failures, onTrouble }: FallbackOptions) {
  let isTold = false;
  return {
    isOut(engine: string): boolean {
      const isOut = failures.has(task, engine);
      if (isOut && !isTold) onTrouble(new MediaFault('speech_engine_failed', `${engine} failed to ${task} recently`));
      isTold = isOut;
      return isOut;
    },
    failed(engine: string, error: unknown): void {
      failures.add(task, engine, error);
      isTold = true;
      onTrouble(error);
    },
  };
}

export interface SpeakingFallback extends FallbackOptions {
  readonly spare: { readonly voice: VoiceSpec; readonly speaksIt: boolean } | undefined;
  /** Said in place of each phrase by a spare voice that does not speak the language. */
  readonly apology: string;
}

/** Falls back to a voice of this installation if a voice's server fails. Words already spoken are not repeated. */
export function speakingWithFallback(speech: Synthesiser, options: SpeakingFallback): Synthesiser {
  const { spare } = options;
  if (spare === undefined) return speech;
  const outage = createOutageWatch('speak', options);
  const instead = (job: SpeakJob, text: string): SpeakJob => ({
    ...job,
    text: spare.speaksIt ? text : options.apology,
    voice: spare.voice,
  });
  return {
    async *run(job, signal) {
      const { engine } = job.voice;
      if (engine === spare.voice.engine) return yield* speech.run(job, signal);
      if (outage.isOut(engine)) return yield* speech.run(instead(job, job.text), signal);
      let words: readonly SpokenWord[] = [];
      let samples = 0;
      try {
        for await (const piece of speech.run(job, signal)) {
          words = piece.words ?? words;
          samples += piece.samples.length;
          yield piece;
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        outage.failed(engine, error);
      }
      const spokenMs = (samples * 1000) / job.rateHz;
      const spoken = words.filter(({ endMs }) => endMs <= spokenMs);
      const rest = words.slice(spoken.length).map(({ text }) => text);
      const { after: _, ...alone } = job;
      if (samples === 0) return yield* speech.run(instead(job, job.text), signal);
      if (rest.length === 0 || !spare.speaksIt) return;
      for await (const piece of speech.run(instead(alone, rest.join(' ')), signal))
        yield piece.words === undefined ? piece : { ...piece, words: [...spoken, ...later(piece.words, spokenMs)] };
    },
  };
}

const later = (words: readonly SpokenWord[], byMs: number): readonly SpokenWord[] =>
  words.map((word) => ({ ...word, startMs: word.startMs + byMs, endMs: word.endMs + byMs }));

export interface RecognisingFallback extends FallbackOptions {
  readonly engine: string;
  /** Absent if no recogniser of this installation supports the language. */
  readonly spare: Recogniser | undefined;
  /** Whether the spare recogniser supports the current language of the call; true by default. */
  readonly isKnown?: () => boolean;
}

/** Falls back to the recogniser of this installation if the server fails. */
export function recognisingWithFallback(recogniser: Recogniser, options: RecognisingFallback): Recogniser {
  const { engine, spare, isKnown = () => true } = options;
  if (spare === undefined) return recogniser;
  const outage = createOutageWatch('recognise', options);
  return {
    async *run(job, signal) {
      if (!isKnown()) return yield* recogniser.run(job, signal);
      if (outage.isOut(engine)) return yield* spare.run(job, signal);
      // Copied, since a job's samples may be transferred away.
      const again = { ...job, samples: job.samples.slice() };
      try {
        return yield* recogniser.run(job, signal);
      } catch (error) {
        if (signal.aborted) return;
        outage.failed(engine, error);
      }
      yield* spare.run(again, signal);
    },
  };
}
