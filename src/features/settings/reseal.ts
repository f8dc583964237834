import type { Sealer } from '../../secrets/index.ts';
import { placeOfSetting } from './service.ts';
import type { AllSettings } from './store.ts';

export interface Resealed {
  /** Under the present key now. */
  readonly sealed: number;
  /** Under a key that is not there, or damaged: left as they are. */
  readonly unreadable: number;
}

/** Seals with the present key what the old one sealed. What is replaced or removed meanwhile stays as that leaves it. */
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
