import { createRateReader } from './rate-reader.ts';

/** A jitter buffer: agent audio comes in pieces when the network brings them, and leaves as the device asks. */
export interface Playout {
  push(samples: Int16Array): void;
  /** Names this place: everything pushed so far. */
  mark(name: string): void;
  /** Silence after a fade of 5 ms. What was waiting, its marks included, is gone. */
  clear(): void;
  /** Fills the output. The answer names the marks whose audio has now left whole. */
  pull(output: Float32Array): readonly string[];
  readonly counters: PlayoutCounters;
}

export interface PlayoutCounters {
  /** Samples of agent audio that left, at the device's rate. */
  readonly playedSamples: number;
  /** Times that audio ran dry in the middle of a phrase. */
  readonly gaps: number;
  /** Samples that found no room. */
  readonly refusedSamples: number;
}

export interface PlayoutOptions {
  readonly sourceHz: number;
  readonly deviceHz: number;
}

/** The server keeps 80 ms ahead; more than this waiting means a server that does not pace. */
const capacityMs = 30_000;
/** Audio waits for this much company before it begins; after every gap for more, to a limit. */
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
  /** Samples left of a fade, and where the audio after the clear begins. */
  let fadeLeft = 0;
  let resumeAt = 0;
  /** End of the last whole phrase: an underrun there is not a gap. */
  let lastMarked = 0;
  let playedSamples = 0;
  let gaps = 0;
  let refusedSamples = 0;

  const isDry = (): boolean => reader.place >= reader.written;

  function mayBegin(quantum: number): boolean {
    if (isDry()) return false;
    waitedSamples += quantum;
    const waitingMs = ((reader.written - reader.place) * 1000) / sourceHz;
    // A phrase that is here whole, or has waited as long as its cushion lasts, need not wait for more.
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
