import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../data/index.ts';
import { createLanguageModelSetting, registerLanguageModelRoutes } from '../features/voices/language-model/index.ts';
import { createRoutedLanguageModel, type ModelRoutings } from '../features/voices/model-routing/index.ts';
import { createCurrentModel, servedModelAt } from '../llm/index.ts';
import type { Log } from '../log.ts';
import { openSettings } from './settings.ts';

export interface LanguageModelModuleOptions {
  readonly config: Pick<Config, 'accounts' | 'data' | 'media'>;
  readonly database: Database;
  readonly modelRouting: Pick<ModelRoutings, 'get'>;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** Opens the language model of this installation, for agents, documents and analysis. */
export function openLanguageModelModule(options: LanguageModelModuleOptions) {
  const { config, database, modelRouting, log, now, nowMs } = options;
  const routed = createRoutedLanguageModel({
    routings: modelRouting,
    ask: servedModelAt,
    nowMs,
    onTrouble: (trouble) => log.warn({ trouble }, 'language model server of the model routing lists no model'),
  });
  const setting = createLanguageModelSetting({
    settings: openSettings(database, { config, log, now }),
    fallback: config.media.llm,
    routed,
    nowMs,
  });
  const { current, isStored } = setting;
  return {
    current,
    isStored,
    model: createCurrentModel(current),
    routes: (app: FastifyInstance) => registerLanguageModelRoutes(app, setting),
  };
}
