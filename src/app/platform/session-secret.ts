import type { Config } from '../../config/config.ts';
import { keepSecretFile } from '../../secrets/index.ts';

/** Secret that signs sessions and recording URLs: from the environment, or created once and stored. */
export const sessionSecretOf = ({ accounts, data }: Pick<Config, 'accounts' | 'data'>): string =>
  accounts.sessionSecret ?? keepSecretFile(data.dataDir, 'session-secret');
