import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWav, wavHeader } from '../../media/index.ts';

const rateHz = 16_000;
const silentSeconds = 3;

/**
 * Returns a recording of two people: one speaks on the first channel and, three seconds later, the other on the second.
 */
export function twoVoices(): Buffer {
  const said = readWav(readFileSync(join(import.meta.dirname, '..', 'audio', 'files', 'morning.wav')));
  if (said.rateHz !== rateHz) throw new Error(`the clip has ${said.rateHz} Hz`);
  const late = said.samples.length + silentSeconds * rateHz;
  const frames = late + said.samples.length;
  const data = Buffer.alloc(frames * 4);
  for (const [index, sample] of said.samples.entries()) {
    const value = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
    data.writeInt16LE(value, index * 4);
    // The second speaker is quieter, so that the channels can be distinguished.
    data.writeInt16LE(Math.round(value / 2), (late + index) * 4 + 2);
  }
  return Buffer.concat([wavHeader({ rateHz, channels: 2, dataBytes: data.length }), data]);
}
