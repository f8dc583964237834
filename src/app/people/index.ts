import type { Platform } from '../platform/index.ts';
import type { ModuleList } from '../platform/module.ts';
import { sealerOf } from '../platform/settings.ts';
import { openAccountsModule } from './accounts-module.ts';
import { openPeopleModule } from './people-module.ts';

export type People = ReturnType<typeof openPeople>;

/** Opens accounts, and the people whom agents call or transfer to. */
export function openPeople(list: ModuleList, platform: Platform) {
  const { config, database, log, overrides, publicBaseUrl } = platform;
  const accounts = list.add(openAccountsModule(database, { config, ...overrides, publicBaseUrl, log }));
  const people = list.add(openPeopleModule({ ...platform, config: config.data, sealer: sealerOf(config, log) }));
  return { ...people, accounts };
}
