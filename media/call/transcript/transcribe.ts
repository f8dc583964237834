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

/** Of a recording; 0 is the only one of a mono recording. */
export type Channel = 0 | 1;

export interface TranscribeOptions {
  /** Blocks of 16 kHz, an array of the same length for each channel. */
  readonly sound: AsyncIterable<readonly Float32Array[]>;
  readonly channels: 1 | 2;
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

/** The words of a channel until `toMs`: in order, without gaps. */
export interface TranscriptPart {
  readonly channel: Channel;
  readonly toMs: number;
  readonly sentences: readonly TranscriptSentence[];
  /** Empty unless voices are described. */
  readonly voices: readonly VoiceRun[];
}

const rateHz = 16_000;
const vadHz = 8000;
/** Without speech, word is given so often of how far it is. */
const quietEveryMs = 60_000;

/**
 * Turns sound of any length into sentences with their times; holds little more of it than what is being recognised. The
 * parts of two channels come mixed, each channel's in order, with the words that it would have alone.
 */
export async function* transcribe(options: TranscribeOptions): AsyncGenerator<TranscriptPart> {
  const { sound, channels, vad, atOnce } = options;
  const tracks = ([0, 1] as const).slice(0, channels).map((channel) => createTrack(channel, options));
  const waiting: Promise<TranscriptPart>[] = [];
  let toldMs = 0;
  for await (const block of sound) {
    for (const [index, track] of tracks.entries()) track.push(block[index] as Float32Array);
    await vad.run();
    for (const piece of tracks.flatMap((track) => track.take())) {
      waiting.push(recognise(piece, options));
      if (waiting.length <= atOnce) continue;
      const part = (await waiting.shift()) as TranscriptPart;
      toldMs = part.toMs;
      yield part;
    }
    const settledMs = Math.min(...tracks.map((track) => track.settledMs));
    if (waiting.length > 0 || settledMs - toldMs < quietEveryMs) continue;
    toldMs = settledMs;
    yield { channel: 0, toMs: toldMs, sentences: [], voices: [] };
  }
  for (const track of tracks) track.flush();
  await vad.run();
  for (const piece of tracks.flatMap((track) => track.end())) waiting.push(recognise(piece, options));
  for (const part of waiting) yield await part;
}

interface CutPiece extends SoundPiece {
  readonly channel: Channel;
  readonly samples: Float32Array;
}

/** One channel, cut into pieces; what it is given is cut once the voice detector has run. */
function createTrack(channel: Channel, { vad, fromMs }: TranscribeOptions) {
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
  const pieces = (): CutPiece[] =>
    cut
      .splice(0)
      .filter(({ endMs }) => endMs > fromMs)
      .map((piece) => ({ ...piece, channel, samples: window.slice(piece.startMs, piece.endMs) }));

  return {
    push(samples: Float32Array): void {
      window.push(samples);
      stream.push(toVad.process(samples));
    },
    take(): CutPiece[] {
      const taken = pieces();
      window.dropBefore(cutter.neededFromMs);
      return taken;
    },
    flush: () => stream.push(toVad.flush()),
    end(): CutPiece[] {
      cut.push(...cutter.end(window.endMs));
      stream.close();
      return pieces();
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
  return { channel: piece.channel, toMs: piece.endMs, sentences, voices: runs };
}
