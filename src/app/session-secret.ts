import type { Config } from '../config/config.ts';
import { keepSecretFile } from '../secrets/index.ts';

/** What sessions and recording addresses are signed with: of the environment, or made once and kept. */
export const sessionSecretOf = ({ accounts, data }: Pick<Config, 'accounts' | 'data'>): string =>
  accounts.sessionSecret ?? keepSecretFile(data.dataDir, 'session-secret');
