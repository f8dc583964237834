import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../data/index.ts';
import {
  createLanguageModelSetting,
  type LanguageModelSetting,
  registerLanguageModelRoutes,
} from '../features/language-model/index.ts';
import type { Log } from '../log.ts';
import { openSettings } from './settings.ts';

export interface LanguageModelModuleOptions {
  readonly config: Pick<Config, 'accounts' | 'data' | 'media'>;
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** Opens the setting of the language model that agents use. */
export function openLanguageModelModule({ config, database, log, now, nowMs }: LanguageModelModuleOptions) {
  const setting = createLanguageModelSetting({
    ...{ settings: openSettings(database, { config, log, now }), fallback: config.media.llm, nowMs },
  });
  const current: LanguageModelSetting['current'] = setting.current;
  return { current, routes: (app: FastifyInstance) => registerLanguageModelRoutes(app, setting) };
}
