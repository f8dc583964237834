import { loadUws } from '../../media/wire/uws-native.ts';
import { adaptedUwsPath } from '../../native/uws-path.ts';

/** Returns why uWebSockets.js cannot be tested here; undefined if it can. */
export function uwsAbsence(): string | undefined {
  const load = loadUws(() => adaptedUwsPath(process.env));
  return load.ok ? undefined : `uWebSockets.js does not load: ${load.reason}`;
}
