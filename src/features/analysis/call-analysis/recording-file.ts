import { type IncomingFile, isCutShort, kindOf } from '../../../files/index.ts';

/** Why a file is not accepted. */
export type Refused = 'empty' | 'not_audio' | 'cut_short' | 'too_large' | 'over_quota' | 'no_room';

/** Returns what is wrong with a file; undefined for a valid recording. */
export async function refusalOf(file: IncomingFile): Promise<'empty' | 'not_audio' | 'cut_short' | undefined> {
  if (file.sizeBytes === 0) return 'empty';
  if ((await kindOf(file))?.family === 'audio') return undefined;
  return (await isCutShort(file)) ? 'cut_short' : 'not_audio';
}
