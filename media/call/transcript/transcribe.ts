import { createResampler } from '../../dsp/resampler.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { RecogniseJob, Utterance } from '../../line/speech.ts';
import { quietCut } from '../../recogniser/quiet-cut.ts';
import type { VoiceJob } from '../../speaker/engine.ts';
import type { VoiceRun } from '../../speaker/two-voices.ts';
import type { VoiceWindows } from '../../speaker/voice-encoder.ts';
import { createGate } from '../../vad/gate.ts';
import type { VoiceActivity } from '../../vad/silero.ts';
import { createPieceCutter, type SoundPiece } from './piece-cutter.ts';
import { sentencesOf, type TranscriptSentence } from './sentences.ts';
import { createSoundWindow } from './sound-window.ts';
import { voiceRuns } from './voice-runs.ts';

export interface TranscribeOptions {
  /** Mono, 16 kHz. */
  readonly sound: AsyncIterable<Float32Array>;
  readonly vad: VoiceActivity;
  readonly recogniser: EngineClient<RecogniseJob, Utterance>;
  readonly languageCode: string;
  /** Pieces that are recognised at once. */
  readonly atOnce: number;
  /** Speech that ends before this was recognised earlier. */
  readonly fromMs: number;
  /** Likely names, as text that went before. */
  readonly prompt?: string;
  /** Describes the voice of each stretch of speech. */
  readonly voices?: EngineClient<VoiceJob, VoiceWindows>;
}

/** The words until `toMs`: in order, without gaps. */
export interface TranscriptPart {
  readonly toMs: number;
  readonly sentences: readonly TranscriptSentence[];
  /** Empty unless voices are described. */
  readonly voices: readonly VoiceRun[];
}

const rateHz = 16_000;
const vadHz = 8000;
/** Without speech, word is given so often of how far it is. */
const quietEveryMs = 60_000;

/** Turns sound of any length into sentences with their times; holds little more of it than what is being recognised. */
export async function* transcribe(options: TranscribeOptions): AsyncGenerator<TranscriptPart> {
  const { sound, atOnce } = options;
  const pieces = createPieces(options);
  const waiting: Promise<TranscriptPart>[] = [];
  let toldMs = 0;
  for await (const samples of sound) {
    for (const piece of await pieces.push(samples)) {
      waiting.push(recognise(piece, options));
      if (waiting.length <= atOnce) continue;
      const part = (await waiting.shift()) as TranscriptPart;
      toldMs = part.toMs;
      yield part;
    }
    if (waiting.length > 0 || pieces.settledMs - toldMs < quietEveryMs) continue;
    toldMs = pieces.settledMs;
    yield { toMs: toldMs, sentences: [], voices: [] };
  }
  for (const piece of await pieces.end()) waiting.push(recognise(piece, options));
  for (const part of waiting) yield await part;
}

interface CutPiece extends SoundPiece {
  readonly samples: Float32Array;
}

function createPieces({ vad, fromMs }: TranscribeOptions) {
  const window = createSoundWindow(rateHz);
  const toVad = createResampler(rateHz, vadHz);
  const gate = createGate();
  const cutter = createPieceCutter({
    quietest(from, to) {
      const samples = window.slice(from, to + 100);
      const cut = quietCut(samples, rateHz, (to - from) / 1000);
      return cut === undefined ? to : from + (cut * 1000) / rateHz;
    },
  });
  const cut: SoundPiece[] = [];
  const stream = vad.open({
    onStep(step) {
      for (const event of gate.step(step)) cutter.take(event);
      cut.push(...cutter.advance(step.endMs));
    },
  });
  const take = (): CutPiece[] =>
    cut
      .splice(0)
      .filter(({ endMs }) => endMs > fromMs)
      .map((piece) => ({ ...piece, samples: window.slice(piece.startMs, piece.endMs) }));

  return {
    async push(samples: Float32Array): Promise<CutPiece[]> {
      window.push(samples);
      stream.push(toVad.process(samples));
      await vad.run();
      const pieces = take();
      window.dropBefore(cutter.neededFromMs);
      return pieces;
    },
    async end(): Promise<CutPiece[]> {
      stream.push(toVad.flush());
      await vad.run();
      cut.push(...cutter.end(window.endMs));
      stream.close();
      return take();
    },
    /** No piece to come begins before. */
    get settledMs() {
      return cutter.neededFromMs;
    },
  };
}

async function recognise(piece: CutPiece, options: TranscribeOptions): Promise<TranscriptPart> {
  const { recogniser, languageCode, prompt, voices } = options;
  // The samples of a job may be gone afterwards.
  const spoken = voices === undefined ? undefined : { startMs: piece.startMs, samples: piece.samples.slice() };
  const hints = prompt === undefined ? {} : { prompt };
  const job: RecogniseJob = { samples: piece.samples, rateHz, languageCode, kind: 'final', ...hints };
  const sentences: TranscriptSentence[] = [];
  for await (const { words } of recogniser.run(job, new AbortController().signal))
    sentences.push(...sentencesOf(words, piece.startMs));
  const runs = voices === undefined || spoken === undefined ? [] : await voiceRuns(spoken, sentences, voices);
  return { toMs: piece.endMs, sentences, voices: runs };
}
