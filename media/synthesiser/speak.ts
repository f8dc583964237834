import type { BufferBin } from '../kit/buffer-bin.ts';
import type { JobSignal } from '../line/engine.ts';
import type { SpeakResult, SpokenWord } from '../line/speech.ts';
import type { AcousticModel } from './acoustic-model.ts';
import type { Clause } from './clause.ts';
import { type ClausePhonemes, clausePhonemes } from './clause-phonemes.ts';
import { type Envelope, measureEnvelope } from './envelope.ts';
import { fadeIn, fadeOut, gainFor, level } from './loudness.ts';
import { pauseAfterMarkMs } from './pause.ts';
import { frameMs, type SpectralFrames, shapeFrames } from './spectral-frames.ts';
import { readTimes, type Span, timeTokens, timeWords, weightOf } from './timing.ts';
import type { Utterance } from './utterance.ts';
import type { Vocoder } from './vocoder.ts';
import type { Voicing } from './voicing.ts';

export interface ClauseVoice {
  readonly model: AcousticModel;
  /** Frees the spectra of a clause, about 4 MB. */
  readonly bin: BufferBin;
  readonly vocoder: Vocoder;
  readonly voicing: Voicing;
  /** 1 is the model's own speed. */
  readonly speed: number;
  /** Whether the sentence continues in another job. */
  readonly continues: boolean;
}

/** Frames kept around the sound of a clause (25 ms). */
const edgeFrames = 2;
/** Frames per piece: 100, 200, then 400 ms. The first is short for low latency. */
const pieceFrames = [8, 16, 32] as const;

interface Planned {
  readonly spectra: SpectralFrames;
  readonly envelope: Envelope;
  readonly phonemes: ClausePhonemes;
  /** Start of each phoneme and the end of the last; undefined if the model does not report durations. */
  readonly symbolFrames: Float32Array | undefined;
  readonly startFrame: number;
  readonly endFrame: number;
}

/** Synthesises clause by clause, each rendered in pieces. Checks `signal` between steps. */
export async function* speakClauses(
  utterance: Utterance,
  voice: ClauseVoice,
  signal: JobSignal,
): AsyncGenerator<SpeakResult> {
  const { vocoder, bin } = voice;
  let first = true;
  for (const [index, clause] of utterance.clauses.entries()) {
    const planned = await planClause(utterance, clause, voice);
    if (signal.aborted) return;
    if (planned === undefined) continue;
    const gain = gainFor(planned.envelope.rms);
    let start = true;
    try {
      for (const { samples, last } of withLast(vocoder.render(planned.spectra, { ...planned, pieceFrames }))) {
        if (signal.aborted) return;
        level(samples, gain);
        if (start) fadeIn(samples, vocoder.hop);
        if (last) fadeOut(samples, vocoder.hop);
        yield first ? { samples, words: wordsOf(utterance, index, planned) } : { samples };
        first = false;
        start = false;
      }
    } finally {
      bin.empty(planned.spectra);
    }
    const pauseMs = pauseAfter(utterance, index);
    if (pauseMs > 0) yield { samples: new Float32Array(Math.round((pauseMs / frameMs) * vocoder.hop)) };
  }
}

async function planClause(utterance: Utterance, clause: Clause, voice: ClauseVoice): Promise<Planned | undefined> {
  const phonemes = clausePhonemes(utterance, clause, voice.continues);
  const { symbolFrames, ...output } = await voice.model.run(phonemes.symbols, voice.speed);
  const spectra = shapeFrames(output, voice.vocoder.bins, voice.voicing);
  voice.bin.empty(output);
  const envelope = measureEnvelope(spectra);
  if (envelope.startFrame === envelope.endFrame) return undefined;
  return {
    spectra,
    envelope,
    phonemes,
    symbolFrames,
    startFrame: Math.max(0, envelope.startFrame - edgeFrames),
    endFrame: Math.min(spectra.frames, envelope.endFrame + edgeFrames),
  };
}

/** Returns the silence after a clause that is followed by another of the same job. */
function pauseAfter({ clauses, tokens }: Utterance, index: number): number {
  const clause = clauses[index] as Clause;
  if (index + 1 >= clauses.length) return 0;
  const last = tokens[clause.to - 1];
  return last?.kind === 'mark' ? pauseAfterMarkMs(last.text) : 0;
}

/**
 * Returns times for every word of the job: measured for the current clause, extrapolated at the same pace for later
 * ones.
 */
function wordsOf(utterance: Utterance, index: number, planned: Planned): readonly SpokenWord[] {
  const { clauses, tokens, sounds } = utterance;
  const spans: Span[] = [];
  let endMs = 0;
  let msPerWeight = 0;
  clauses.forEach((clause, i) => {
    while (spans.length < clause.from) spans.push({ startMs: endMs, endMs });
    const clauseTokens = tokens.slice(clause.from, clause.to);
    const heard = sounds.slice(clause.from, clause.to);
    if (i < index) return;
    if (i === index) {
      const leadMs = (planned.envelope.startFrame - planned.startFrame) * frameMs;
      const times =
        planned.symbolFrames === undefined
          ? timeTokens(clauseTokens, heard, planned.envelope)
          : readTimes(planned.phonemes.places, planned.symbolFrames, planned.envelope);
      for (const span of times) spans.push({ startMs: span.startMs + leadMs, endMs: span.endMs + leadMs });
      endMs = (planned.endFrame - planned.startFrame) * frameMs;
      msPerWeight = endMs / (weightOf(clauseTokens, heard) || 1);
    } else {
      clauseTokens.forEach((token, k) => {
        const startMs = endMs;
        endMs += msPerWeight * weightOf([token], [heard[k] as string]);
        spans.push({ startMs, endMs });
      });
    }
    endMs += pauseAfter(utterance, i);
  });
  return timeWords(utterance.text, utterance.readings, spans);
}

/** Yields pieces and marks the last one. Renders one piece ahead. */
function* withLast(pieces: Iterable<Float32Array>): Generator<{ samples: Float32Array; last: boolean }> {
  let held: Float32Array | undefined;
  for (const samples of pieces) {
    if (held !== undefined) yield { samples: held, last: false };
    held = samples;
  }
  if (held !== undefined) yield { samples: held, last: true };
}
