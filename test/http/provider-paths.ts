import { registeredProviders } from '../../src/telephony/index.ts';

const folders = registeredProviders.map(({ name }) => `/api/voice/webhooks/${name}/`);

/** Returns whether telephony providers send requests to a path. */
export const isCallback = (path: string): boolean => folders.some((folder) => path.startsWith(folder));
