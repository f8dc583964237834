import { createRateReader } from './rate-reader.ts';

/** A jitter buffer: agent audio arrives irregularly from the network and is read at the device's pace. */
export interface Playout {
  push(samples: Int16Array): void;
  /** Sets a named mark after everything pushed so far. */
  mark(name: string): void;
  /** Fades out over 5 ms, then silence. Discards buffered audio and its marks. */
  clear(): void;
  /** Fills the output. Returns the marks up to which all audio has now been played. */
  pull(output: Float32Array): readonly string[];
  readonly counters: PlayoutCounters;
}

export interface PlayoutCounters {
  /** Samples of agent audio played, at the device's rate. */
  readonly playedSamples: number;
  /** Number of underruns in the middle of a phrase. */
  readonly gaps: number;
  /** Samples discarded because the buffer was full. */
  readonly refusedSamples: number;
}

export interface PlayoutOptions {
  readonly sourceHz: number;
  readonly deviceHz: number;
}

/** The server sends 80 ms ahead. A buffer fuller than this means a server without pacing. */
const capacityMs = 30_000;
/** Audio buffered before playout begins. It grows after every gap, up to the maximum. */
const firstCushionMs = 40;
const cushionStepMs = 20;
const maxCushionMs = 200;
const fadeMs = 5;

export function createPlayout({ sourceHz, deviceHz }: PlayoutOptions): Playout {
  const reader = createRateReader({ fromHz: sourceHz, toHz: deviceHz, capacity: (sourceHz * capacityMs) / 1000 });
  const fadeSamples = Math.round((deviceHz * fadeMs) / 1000);
  const none: readonly string[] = [];
  let marks: { readonly name: string; readonly place: number }[] = [];
  let playing = false;
  let cushionMs = firstCushionMs;
  let waitedSamples = 0;
  /** Remaining samples of a fade, and the position at which audio after the clear begins. */
  let fadeLeft = 0;
  let resumeAt = 0;
  /** End of the last complete phrase. An underrun there is not a gap. */
  let lastMarked = 0;
  let playedSamples = 0;
  let gaps = 0;
  let refusedSamples = 0;

  const isDry = (): boolean => reader.place >= reader.written;

  function mayBegin(quantum: number): boolean {
    if (isDry()) return false;
    waitedSamples += quantum;
    const waitingMs = ((reader.written - reader.place) * 1000) / sourceHz;
    // A phrase that is complete, or has waited twice the cushion, need not wait for more.
    return waitingMs >= cushionMs || marks.length > 0 || (waitedSamples * 1000) / deviceHz >= 2 * cushionMs;
  }

  function runDry(): void {
    playing = false;
    waitedSamples = 0;
    if (lastMarked === reader.written) return;
    gaps += 1;
    cushionMs = Math.min(maxCushionMs, cushionMs + cushionStepMs);
  }

  function finishFade(): void {
    playing = false;
    waitedSamples = 0;
    reader.skipTo(resumeAt);
  }

  function fill(output: Float32Array): void {
    for (let i = 0; i < output.length; i++) {
      if (fadeLeft > 0) {
        output[i] = reader.read() * (fadeLeft / fadeSamples);
        fadeLeft -= 1;
        playedSamples += 1;
        if (fadeLeft === 0) finishFade();
      } else if (playing && !isDry()) {
        output[i] = reader.read();
        playedSamples += 1;
      } else {
        if (playing) runDry();
        output[i] = 0;
      }
    }
  }

  function passed(): readonly string[] {
    let count = 0;
    while (count < marks.length && (marks[count] as { place: number }).place <= reader.place) count += 1;
    return count === 0 ? none : marks.splice(0, count).map(({ name }) => name);
  }

  return {
    push(samples) {
      refusedSamples += samples.length - reader.write(samples);
    },
    mark(name) {
      lastMarked = reader.written;
      marks.push({ name, place: reader.written });
    },
    clear() {
      marks = [];
      resumeAt = reader.written;
      lastMarked = reader.written;
      if (playing && !isDry()) fadeLeft = fadeLeft > 0 ? fadeLeft : fadeSamples;
      else if (fadeLeft === 0) reader.skipTo(resumeAt);
    },
    pull(output) {
      if (!playing && fadeLeft === 0 && mayBegin(output.length)) playing = true;
      fill(output);
      return passed();
    },
    get counters() {
      return { playedSamples, gaps, refusedSamples };
    },
  };
}
