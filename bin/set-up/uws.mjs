import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { adaptUws } from '../../native/uws-glibc/adapt.mjs';

/** @param {{ root: string, env: NodeJS.ProcessEnv, say: (line: string) => void }} options */
export function adaptUwsHere({ root, env, say }) {
  try {
    const packageFolder = dirname(createRequire(join(root, 'package.json')).resolve('uWebSockets.js'));
    const done = adaptUws({ packageFolder, env });
    if (done.outcome === 'adapted') say('Adapted uWebSockets.js to the C library of this machine (once).');
    if (done.outcome === 'unknown-build') say(`uWebSockets.js is not adapted to this C library: ${done.reason}.`);
  } catch (error) {
    // The media plane has a second driver, so set-up continues.
    say(`uWebSockets.js could not be adapted to this C library: ${/** @type {Error} */ (error).message}`);
  }
}
