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

/** Channel of a recording; a mono recording has only 0. */
export type Channel = 0 | 1;

export interface TranscribeOptions {
  /** Blocks at 16 kHz, with one array of the same length for each channel. */
  readonly sound: AsyncIterable<readonly Float32Array[]>;
  readonly channels: 1 | 2;
  readonly vad: VoiceActivity;
  readonly recogniser: EngineClient<RecogniseJob, Utterance>;
  readonly languageCode: string;
  /** Number of pieces to recognise concurrently. */
  readonly atOnce: number;
  /** Speech that ends before this has already been recognised. */
  readonly fromMs: number;
  /** Likely names, as preceding text. */
  readonly prompt?: string;
  /** Computes the voice of each stretch of speech, if present. */
  readonly voices?: EngineClient<VoiceJob, VoiceWindows>;
}

/** All words of a channel up to `toMs`, in order. */
export interface TranscriptPart {
  readonly channel: Channel;
  readonly toMs: number;
  readonly sentences: readonly TranscriptSentence[];
  /** Empty unless voices are computed. */
  readonly voices: readonly VoiceRun[];
}

const rateHz = 16_000;
const vadHz = 8000;
/** Interval at which progress is reported in the absence of speech. */
const quietEveryMs = 60_000;

/**
 * Converts audio of any length into sentences with times; keeps little more of it in memory than the pieces being
 * recognised. Parts of two channels are interleaved, each channel's in order, with the same words as if it were alone.
 */
export async function* transcribe(options: TranscribeOptions): AsyncGenerator<TranscriptPart> {
  const { sound, channels, vad, atOnce } = options;
  const tracks = ([0, 1] as const).slice(0, channels).map((channel) => createTrack(channel, options));
  const waiting: Promise<TranscriptPart>[] = [];
  let reportedMs = 0;
  for await (const block of sound) {
    for (const [index, track] of tracks.entries()) track.push(block[index] as Float32Array);
    await vad.run();
    for (const piece of tracks.flatMap((track) => track.take())) {
      waiting.push(recognise(piece, options));
      if (waiting.length <= atOnce) continue;
      const part = (await waiting.shift()) as TranscriptPart;
      reportedMs = part.toMs;
      yield part;
    }
    const settledMs = Math.min(...tracks.map((track) => track.settledMs));
    if (waiting.length > 0 || settledMs - reportedMs < quietEveryMs) continue;
    reportedMs = settledMs;
    yield { channel: 0, toMs: reportedMs, sentences: [], voices: [] };
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

/** Creates one channel, cut into pieces. Pushed audio is cut after the next run of the voice detector. */
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
    /** No later piece begins before this. */
    get settledMs() {
      return cutter.neededFromMs;
    },
  };
}

async function recognise(piece: CutPiece, options: TranscribeOptions): Promise<TranscriptPart> {
  const { recogniser, languageCode, prompt, voices } = options;
  // The job may empty its sample array.
  const spoken = voices === undefined ? undefined : { startMs: piece.startMs, samples: piece.samples.slice() };
  const hints = prompt === undefined ? {} : { prompt };
  const job: RecogniseJob = { samples: piece.samples, rateHz, languageCode, kind: 'final', ...hints };
  const sentences: TranscriptSentence[] = [];
  for await (const { words } of recogniser.run(job, new AbortController().signal))
    sentences.push(...sentencesOf(words, piece.startMs));
  const runs = voices === undefined || spoken === undefined ? [] : await voiceRuns(spoken, sentences, voices);
  return { channel: piece.channel, toMs: piece.endMs, sentences, voices: runs };
}
