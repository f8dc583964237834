import type { Sealer } from '../secrets/index.ts';
import { placeOfSetting } from './service.ts';
import type { AllSettings } from './store.ts';

export interface Resealed {
  /** Number of values re-encrypted with the current key. */
  readonly sealed: number;
  /** Number of values that are damaged or under a missing key; they are unchanged. */
  readonly unreadable: number;
}

/**
 * Re-encrypts values of the old key with the current one. Does not overwrite values that were replaced or removed
 * meanwhile.
 */
export async function reseal(settings: AllSettings, sealer: Sealer): Promise<Resealed> {
  let sealed = 0;
  let unreadable = 0;
  for (const setting of await settings.all()) {
    const place = placeOfSetting(setting.organisationId, setting.name);
    const opened = sealer.open(setting.sealed, place);
    if (!opened.ok) unreadable += 1;
    if (!opened.ok || !sealer.isOld(setting.sealed)) continue;
    const anew = sealer.seal(opened.value, place);
    if (!anew.ok) continue;
    await settings.reseal(setting, anew.value);
    sealed += 1;
  }
  return { sealed, unreadable };
}
