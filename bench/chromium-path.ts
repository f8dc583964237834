import { existsSync } from 'node:fs';

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of this machine's Chromium; undefined if there is none. */
export const chromiumPath = places.find((path) => path !== undefined && path !== '' && existsSync(path));
