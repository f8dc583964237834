import { randomUUID } from 'node:crypto';
import type { EngineClient } from '../line/engine.ts';
import type { RecogniseJob, SpeechHints, Utterance } from '../line/speech.ts';
import { type Agreement, agree, agreedText, noAgreement } from './agreement.ts';
import { joined, type Piece } from './joined.ts';
import { longestPieceSeconds, piecesOf, quietCut } from './quiet-cut.ts';
import { createSampleStore } from './sample-store.ts';

export interface OpenUtteranceOptions {
  readonly client: EngineClient<RecogniseJob, Utterance>;
  readonly rateHz: number;
  readonly languageCode: string;
  readonly keyTerms?: readonly string[];
  /** Audio before the onset. */
  readonly preRoll: Float32Array;
  readonly onPartial: (text: string, final: false) => void;
  /** Audio between two partial decodes while the engine keeps up. */
  readonly partialEveryMs: number;
  /** Partial decodes take at most one part in this many of an engine's time, so a busy engine runs fewer. */
  readonly partialShare: number;
}

/** One utterance from its onset to its final words. */
export interface OpenUtterance {
  push(samples: Float32Array): void;
  /** Returns all words so far. Returns undefined if the signal aborts. Rethrows the engine's errors. */
  decode(signal: AbortSignal, hints?: SpeechHints): Promise<Utterance | undefined>;
  /** Suspends partial results while the speaker pauses. A decode in progress is dropped. */
  quieten(): void;
  /** Resumes partial results when the speaker continues. A sentence decoded at the pause is kept. */
  listen(): void;
}

/** A slow engine extends the interval between partial decodes to at most this, in milliseconds of audio. */
const slowestPartialMs = 4000;
/** What is too long for one decode is divided soon, so that the final decode has only the rest to do. */
const settleEveryMs = 2400;
/** Partial results matter most until it is clear whether the speaker interrupts or only agrees. */
const earlyMs = 1500;
/** A shorter sentence is decoded again together with what follows it, since context improves recognition. */
const settleFromMs = 2500;
/** A sentence end after a word, not after a number or a letter. */
const sentenceEnd = /\p{L}{2,}[.?!]["')]?$/u;

export function createOpenUtterance(options: OpenUtteranceOptions): OpenUtterance {
  const { client, rateHz, languageCode, onPartial, partialEveryMs, partialShare } = options;
  const store = createSampleStore(4 * rateHz);
  const id = randomUUID();
  const toMs = (samples: number): number => (samples * 1000) / rateHz;
  /** Committed pieces, since the utterance is longer than one decode. */
  const settled: Piece[] = [];
  let settledSamples = 0;
  const caption = createCaption((text) => onPartial(text, false));
  let draft: readonly number[] = [];
  store.push(options.preRoll);
  let pushedMs = toMs(options.preRoll.length);
  let askedMs = pushedMs;
  /** Duration of the last partial decode, in audio received meanwhile. */
  let tookMs = 0;
  let listening = true;
  /** Result of the decode at the pause, with the number of stored samples that it covered. */
  let paused: { readonly utterance: Utterance; readonly samples: number } | undefined;
  let underWay: AbortController | undefined;

  /** Returns the result of one job, or undefined if the signal aborts. */
  async function ask(
    job: Pick<RecogniseJob, 'samples' | 'kind' | 'background' | keyof SpeechHints>,
    signal: AbortSignal,
    fromSamples = settledSamples,
  ): Promise<Utterance | undefined> {
    const names = options.keyTerms === undefined ? {} : { keyTerms: options.keyTerms };
    const whole: RecogniseJob = { ...job, ...names, rateHz, languageCode, utterance: { id, fromSamples } };
    for await (const utterance of client.run(whole, signal)) {
      return signal.aborted ? undefined : utterance;
    }
    return undefined;
  }

  /** Runs one decode in the background. Only one runs at a time. */
  function background(work: (signal: AbortSignal) => Promise<void>): void {
    const controller = new AbortController();
    underWay = controller;
    askedMs = pushedMs;
    work(controller.signal)
      // A failed partial only loses a caption; the final decode of the same audio reports the error.
      .catch(() => {})
      .finally(() => {
        // A dropped decode ends when its engine notices. It must have no effect, or a replay would differ.
        if (underWay !== controller) return;
        tookMs = pushedMs - askedMs;
        underWay = undefined;
      });
  }

  async function partial(signal: AbortSignal): Promise<void> {
    const utterance = await ask({ samples: store.copy(), kind: 'partial', draft }, signal);
    if (utterance === undefined) return;
    draft = utterance.tokens ?? [];
    caption.show([...settled.map((piece) => piece.utterance), utterance]);
  }

  /** Commits the beginning, so that the open part fits into one decode. */
  async function settle(samples: Float32Array, signal: AbortSignal): Promise<void> {
    const { length } = samples;
    const utterance = await ask({ samples, kind: 'final', background: true, draft }, signal);
    if (utterance !== undefined) keep(utterance, length);
  }

  function keep(utterance: Utterance, samples: number): void {
    settled.push({ utterance, startMs: toMs(settledSamples) });
    settledSamples += samples;
    store.drop(samples);
    draft = [];
  }

  function whileOpen(): void {
    const isTooLong = toMs(store.length) > longestPieceSeconds * 1000;
    const usualMs = isTooLong ? Math.min(partialEveryMs, settleEveryMs) : partialEveryMs;
    const wantedMs = pushedMs < earlyMs ? usualMs / 2 : usualMs;
    const everyMs = Math.max(wantedMs, Math.min(partialShare * tookMs, slowestPartialMs));
    if (!listening || underWay !== undefined || pushedMs - askedMs < everyMs) return;
    const audio = store.copy();
    const cut = quietCut(audio, rateHz);
    background(cut === undefined ? partial : (signal) => settle(audio.slice(0, cut), signal));
  }

  return {
    push(samples) {
      store.push(samples);
      pushedMs += toMs(samples.length);
      whileOpen();
    },
    async decode(signal, hints = {}) {
      const pieces = [...settled];
      let start = settledSamples;
      const { draft: draftHint, ...likely } = hints;
      // Drafts from other decodes start at the beginning of the utterance.
      let draftTokens = (settledSamples === 0 ? draftHint : undefined) ?? draft;
      const samples = store.length;
      for (const part of piecesOf(store.copy(), rateHz)) {
        const utterance = await ask(
          { samples: part.slice(), kind: 'final', draft: draftTokens, ...likely },
          signal,
          start,
        );
        if (utterance === undefined) return undefined;
        pieces.push({ utterance, startMs: toMs(start) });
        start += part.length;
        draftTokens = [];
        draft = utterance.tokens ?? [];
      }
      const last = pieces.at(-1);
      if (last !== undefined && pieces.length === settled.length + 1) paused = { utterance: last.utterance, samples };
      return joined(pieces, languageCode);
    },
    quieten() {
      listening = false;
      underWay?.abort();
      underWay = undefined;
    },
    listen() {
      listening = true;
      // Commits a complete sentence, so that it need not be decoded again with the following ones.
      const sentence = paused;
      paused = undefined;
      if (sentence === undefined || toMs(sentence.samples) < settleFromMs) return;
      if (sentenceEnd.test(sentence.utterance.text)) keep(sentence.utterance, sentence.samples);
    },
  };
}

/** Reports the words on which two decodes in a row agree, each time they change. */
function createCaption(onText: (text: string) => void) {
  let agreement: Agreement = noAgreement;
  let shownText = '';
  return {
    show(utterances: readonly Utterance[]): void {
      agreement = agree(
        agreement,
        utterances.flatMap(({ words }) => words.map((word) => word.text)),
      );
      const text = agreedText(agreement);
      if (text === shownText) return;
      shownText = text;
      onText(text);
    },
  };
}
