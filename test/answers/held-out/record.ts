import { writeFileSync } from 'node:fs';
import { encodeL16 } from '../../../media/codec/l16.ts';
import { wavHeader } from '../../../media/codec/wav.ts';
import { openSpeech } from '../../../media/index.ts';
import type { Line } from './recordings.ts';

const rateHz = 16_000;
const pauseSeconds = 0.8;

/** Synthesises lines one after another and writes a WAV file. */
export async function record(path: string, lines: readonly Line[], modelsDir: string): Promise<void> {
  const speech = await openSpeech({ modelsDir });
  const pieces: Uint8Array[] = [];
  for (const [speaker, text] of lines) {
    const { samples } = await speech.speak(text, { speaker }, rateHz);
    pieces.push(encodeL16(samples), new Uint8Array(pauseSeconds * rateHz * 2));
  }
  await speech.close();
  const data = Buffer.concat(pieces);
  writeFileSync(path, Buffer.concat([wavHeader({ rateHz, channels: 1, dataBytes: data.length }), data]));
}
