/**
 * Decodes one untrusted sound file with third-party parsers in a separate process. Arguments: the file, and
 * `DecodeOptions` as JSON. Writes 16-bit samples to standard output, whose back-pressure suspends it, and reports
 * progress to its parent (`DecodeMessage`).
 */
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createResampler, type Resampler } from '../../dsp/resampler.ts';
import { yieldToOthers } from '../../kit/yield-to-others.ts';
import { MediaFault } from '../../line/fault.ts';
import { encodeL16 } from '../l16.ts';
import { blockRates, monoOf, type SoundBlock } from './block.ts';
import { isCutShort } from './cut-short.ts';
import type { DecodeMessage, DecodeOptions } from './decode-protocol.ts';
import { openSound } from './open-sound.ts';

const tellEveryMs = 250;

const send = (message: DecodeMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, () => resolve());
  });

const write = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

async function decode(path: string, options: DecodeOptions): Promise<DecodeMessage> {
  const { maxSeconds, ffmpeg, channels: wanted, rateHz = 16_000 } = options;
  let resampling: { readonly hz: number; readonly each: readonly Resampler[] } | undefined;
  let seconds = 0;
  let channels = 0;
  let reportedMs = Number.NEGATIVE_INFINITY;
  for await (const block of openSound(path, { ffmpeg })) {
    const tracks = tracksOf(block, wanted);
    if (resampling?.hz !== block.rateHz)
      resampling = { hz: block.rateHz, each: tracks.map(() => resamplerFrom(block, rateHz)) };
    const { each } = resampling;
    channels = Math.max(channels, block.channels.length);
    seconds += (block.channels[0]?.length ?? 0) / block.rateHz;
    if (seconds > maxSeconds) return { type: 'refused', code: 'too_long', detail: '' };
    await write(encodeL16(byTurns(tracks.map((track, index) => each[index]!.process(track)))));
    if (performance.now() - reportedMs < tellEveryMs) continue;
    reportedMs = performance.now();
    await send({ type: 'at', seconds, fraction: block.fraction });
  }
  if (seconds === 0) return { type: 'refused', code: 'empty', detail: '' };
  if (resampling !== undefined) await write(encodeL16(byTurns(resampling.each.map((resampler) => resampler.flush()))));
  return { type: 'end', seconds, channels, isCut: await isCut(path) };
}

async function isCut(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    return await isCutShort(file);
  } finally {
    await file.close();
  }
}

/** A mono file has the same samples on both channels. */
function tracksOf(block: SoundBlock, wanted: DecodeOptions['channels']): Float32Array[] {
  if (wanted === undefined) return [monoOf(block)];
  const channel = (index: number): Float32Array =>
    monoOf({ ...block, channels: [(block.channels[index] ?? block.channels[0]) as Float32Array] });
  return wanted === 'both' ? [channel(0), channel(1)] : [channel(wanted)];
}

function byTurns([first, second]: readonly Float32Array[]): Float32Array {
  if (first === undefined || second === undefined) return first ?? new Float32Array(0);
  const both = new Float32Array(first.length * 2);
  for (let i = 0; i < first.length; i++) {
    both[2 * i] = first[i]!;
    both[2 * i + 1] = second[i]!;
  }
  return both;
}

function resamplerFrom({ rateHz }: SoundBlock, toHz: number): Resampler {
  if (!Number.isInteger(rateHz) || rateHz < blockRates.leastHz || rateHz > blockRates.mostHz)
    throw new MediaFault('audio_unreadable', `a sample rate of ${rateHz} Hz is not supported`);
  return createResampler(rateHz, toHz);
}

const [path, options] = process.argv.slice(2);
yieldToOthers();
try {
  // If memory runs out, the kernel kills this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not Linux.
}
process.on('disconnect', () => process.exit(1));
process.stdout.on('error', () => process.exit(1));
void decode(path as string, JSON.parse(options as string) as DecodeOptions)
  .catch(
    (error: unknown): DecodeMessage => ({
      type: 'refused',
      code: 'damaged',
      detail: error instanceof Error ? error.message : String(error),
    }),
  )
  .then(send)
  .then(() => process.exit(0));
