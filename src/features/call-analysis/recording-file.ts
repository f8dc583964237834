import type { OrganisationId } from '../../data/index.ts';
import { type IncomingFile, isCutShort, kindOf } from '../../files/index.ts';
import type { InteractionStore } from '../interactions/index.ts';

/** Returns how many bytes of recordings an organisation may still upload. */
export type Room = (organisation: OrganisationId) => Promise<number>;

export const createRoom =
  (store: Pick<InteractionStore, 'uploadedBytes'>, quotaBytes: number): Room =>
  async (organisation) =>
    quotaBytes === Number.POSITIVE_INFINITY ? quotaBytes : quotaBytes - (await store.uploadedBytes(organisation));

/** Why a file is not accepted. */
export type Refused = 'empty' | 'not_audio' | 'cut_short' | 'too_large' | 'over_quota' | 'no_room';

/** Returns what is wrong with a file; undefined for a valid recording. */
export async function refusalOf(file: IncomingFile): Promise<'empty' | 'not_audio' | 'cut_short' | undefined> {
  if (file.sizeBytes === 0) return 'empty';
  if ((await kindOf(file))?.family === 'audio') return undefined;
  return (await isCutShort(file)) ? 'cut_short' : 'not_audio';
}
