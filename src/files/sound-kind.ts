import { firstMpegFrame } from '../../media/index.ts';
import type { FileKind } from './file-kind.ts';

const sound = (mimeType: string, ...extensions: [string, ...string[]]): FileKind => ({
  family: 'audio',
  mimeType,
  extensions,
});
export const mp3 = sound('audio/mpeg', 'mp3', 'mpga');
export const wav = sound('audio/wav', 'wav', 'wave');
export const m4a = sound('audio/mp4', 'm4a', 'm4b', 'mp4', '3gp', 'mov');
export const ogg = sound('audio/ogg', 'ogg', 'oga', 'opus', 'spx');
export const flac = sound('audio/flac', 'flac');
export const webm = sound('audio/webm', 'webm', 'weba');
const aiff = sound('audio/aiff', 'aiff', 'aif', 'aifc');
const au = sound('audio/basic', 'au', 'snd');
const caf = sound('audio/x-caf', 'caf');
const amr = sound('audio/amr', 'amr');
const aac = sound('audio/aac', 'aac');
const wma = sound('audio/x-ms-wma', 'wma');

export const soundKinds: readonly FileKind[] = [mp3, wav, m4a, ogg, flac, webm, aiff, au, caf, amr, aac, wma];

const asf = '3026b2758e66cf11a6d900aa0062ce6c';

/** Returns the kind of a sound file that the detector of other files does not know, or knows only in part. */
export function soundKindOf(head: Uint8Array): FileKind | undefined {
  const begins = (text: string, at = 0): boolean =>
    Buffer.from(text, 'latin1').equals(head.subarray(at, at + text.length));
  if (begins('RF64') && begins('WAVE', 8)) return wav;
  if (begins('FORM') && (begins('AIFF', 8) || begins('AIFC', 8))) return aiff;
  if (begins('.snd')) return au;
  if (begins('caff')) return caf;
  if (begins('#!AMR')) return amr;
  if (Buffer.from(head.subarray(0, 16)).toString('hex') === asf) return wma;
  // A frame of AAC with the header of a stream.
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0) return aac;
  return firstMpegFrame(head) >= 0 ? mp3 : undefined;
}
