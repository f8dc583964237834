import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';
import { createResampler } from '../../media/dsp/resampler.ts';
import { type SpeechService, transcriptModules, wavHeader } from '../../media/index.ts';
import { joinSamples } from '../../media/kit/join-samples.ts';
import { createClipReader, createStereoReader } from '../../src/audio/index.ts';

const rateHz = 16_000;
/** People rarely respond at once and rarely wait longer. */
const gapsMs = [150, 300, 500, 800, 250, 1200, 400];

/** One utterance; mono, 16 kHz. */
export interface Spoken {
  readonly side: 0 | 1;
  readonly samples: Float32Array;
}

export interface Dialogue {
  readonly samples: Float32Array;
  /** Position of each utterance, in milliseconds. */
  readonly said: readonly { readonly side: 0 | 1; readonly startMs: number; readonly endMs: number }[];
}

/** Concatenates utterances with pauses between them, at equal loudness. */
export function dialogueOf(spoken: readonly Spoken[]): Dialogue {
  const said: { side: 0 | 1; startMs: number; endMs: number }[] = [];
  const parts: Float32Array[] = [];
  let at = 0;
  for (const [index, { side, samples }] of spoken.entries()) {
    const gap = Math.round(((gapsMs[index % gapsMs.length] as number) * rateHz) / 1000);
    parts.push(new Float32Array(gap), levelled(samples));
    const startMs = ((at + gap) * 1000) / rateHz;
    at += gap + samples.length;
    said.push({ side, startMs, endMs: (at * 1000) / rateHz });
  }
  parts.push(new Float32Array(rateHz));
  const whole = new Float32Array(at + rateHz);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return { samples: whole, said };
}

export function levelled(samples: Float32Array): Float32Array {
  const rms = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
  return rms === 0 ? samples : samples.map((sample) => Math.max(-1, Math.min(1, (sample * 0.08) / rms)));
}

/** Synthesises lines with two built-in voices. */
export async function speakLines(
  speech: SpeechService,
  lines: readonly (readonly [0 | 1, string])[],
  voices: readonly [string, string],
): Promise<Spoken[]> {
  const spoken: Spoken[] = [];
  for (const [side, text] of lines)
    spoken.push({ side, samples: (await speech.speak(text, { speaker: voices[side] }, rateHz)).samples });
  return spoken;
}

/** Reads recordings of people, one folder per person, in any supported format. */
export async function readPeople(folder: string): Promise<Float32Array[][]> {
  const read = createClipReader(createStereoReader({ module: async () => transcriptModules.decode, maxSeconds: 600 }));
  const people: Float32Array[][] = [];
  for (const person of (await readdir(folder)).sort()) {
    const recordings: Float32Array[] = [];
    for (const name of (await readdir(join(folder, person)).catch(() => [])).sort()) {
      const clip = await read(join(folder, person, name), new AbortController().signal);
      if (clip.kind === 'read') recordings.push(clip.samples);
    }
    if (recordings.length > 0) people.push(recordings);
  }
  return people;
}

/** Returns an 8 kHz WAV after mu-law coding: one mixed channel, or two channels with one side each. */
export function telephoneWav(...channels: readonly Float32Array[]): Buffer {
  const lines = channels.map((samples) => {
    const resampler = createResampler(rateHz, 8000);
    return decodeMulaw(encodeMulaw(joinSamples([resampler.process(samples), resampler.flush()])));
  });
  const frames = Math.max(...lines.map(({ length }) => length));
  const bytes = Buffer.alloc(44 + frames * lines.length * 2);
  Buffer.from(wavHeader({ rateHz: 8000, channels: lines.length, dataBytes: frames * lines.length * 2 })).copy(bytes);
  for (let frame = 0; frame < frames; frame += 1)
    for (const [channel, line] of lines.entries()) {
      const sample = Math.max(-1, Math.min(1, line[frame] ?? 0));
      bytes.writeInt16LE(Math.round(sample * 32_767), 44 + (frame * lines.length + channel) * 2);
    }
  return bytes;
}
