import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database, OrganisationId } from '../../data/index.ts';
import { createAgentStore } from '../../features/agents/agents/index.ts';
import {
  createAddressCheck,
  createChosenModels,
  createConnectionStore,
  createConnections,
  createModelReports,
  createSealedParts,
  createTrials,
  registerModelConnectionRoutes,
} from '../../features/agents/model-connections/index.ts';
import { createLanguageModelSetting, registerLanguageModelRoutes } from '../../features/voices/language-model/index.ts';
import { createRoutedLanguageModel, type ModelRoutings } from '../../features/voices/model-routing/index.ts';
import { createHttpClient } from '../../http-client/index.ts';
import { createCurrentModel, servedModelAt } from '../../llm/index.ts';
import { createLocalModels, promptOwnerHeaders } from '../../local-models/index.ts';
import type { Log } from '../../log.ts';
import { openSettings } from '../platform/settings.ts';

export interface LanguageModelModuleOptions {
  readonly config: Pick<Config, 'accounts' | 'data' | 'media' | 'models'>;
  readonly database: Database;
  readonly modelRouting: Pick<ModelRoutings, 'get'>;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** Opens the language models of this installation and of its organisations, for agents, documents and analysis. */
export function openLanguageModelModule(options: LanguageModelModuleOptions) {
  const { config, database, modelRouting, log, now, nowMs } = options;
  const routed = createRoutedLanguageModel({
    routings: modelRouting,
    ask: servedModelAt,
    nowMs,
    onTrouble: (trouble) => log.warn({ trouble }, 'language model server of the model routing lists no model'),
  });
  const settings = openSettings(database, { config, log, now });
  const setting = createLanguageModelSetting({ settings, fallback: config.media.llm, routed, nowMs });
  const { current, isStored } = setting;
  const { allowedHosts } = config.models;
  const store = createConnectionStore(database);
  const sealed = createSealedParts(settings);
  const agents = createAgentStore(database);
  const localModels = createLocalModels({
    folder: join(config.media.modelsDir, 'llm'),
    onEnd: (model, end) => log.error({ model, end }, 'the process of a language model ended'),
  });
  const chosen = createChosenModels({
    store,
    sealed,
    allowedHosts,
    platform: current,
    patience: patienceOf(config.media.llm),
    serveLocal: async (name, organisation, waitMs) => ({
      ...(await localModels.serve(name, waitMs)),
      headers: promptOwnerHeaders(`${organisation}`),
    }),
    onUnusable: (organisation, uuid, reason) =>
      log.warn({ organisation, connection: uuid, reason }, 'a language model cannot be used'),
  });
  const reports = createModelReports({
    store,
    now,
    onTrouble: (error) => log.error({ err: error }, 'failed to store what calls learned of a language model'),
  });
  const check = createAddressCheck(createHttpClient({ allowedHosts }).refusal, localModels.names);

  async function ofAgent(organisation: OrganisationId, uuid: string | null) {
    const agent = uuid === null ? undefined : await agents.get(organisation, uuid);
    return chosen.ofAgent(organisation, agent?.model ?? null);
  }

  return {
    current,
    isStored,
    /** Whether the installation or any organisation has a language model. */
    isConnected: async () => (await current()) !== undefined || (await store.hasAny()),
    reports,
    standard: chosen.standard,
    /** Returns the model that an agent chose; undefined for the embedded engine. */
    chosen: chosen.ofAgent,
    /** Returns the model of a campaign's agent. */
    ofFlow: async (organisation: OrganisationId, flowUuid: string) =>
      ofAgent(organisation, await store.agentOf(organisation, flowUuid)),
    model: createCurrentModel((organisation) =>
      organisation === undefined ? current() : chosen.standard(organisation as OrganisationId),
    ),
    routes(app: FastifyInstance) {
      registerLanguageModelRoutes(app, setting);
      registerModelConnectionRoutes(app, {
        connections: createConnections({ store, sealed, check, now }),
        trials: createTrials({ store, reach: chosen.reach, now, nowMs }),
      });
    },
    /** Loads the models of this server that are in use, so that no call waits for them. */
    async start() {
      for (const address of await store.localAddresses())
        localModels
          .serve(address.slice('local:'.length))
          .catch((error: unknown) => log.warn({ err: error }, 'a language model of this server does not start'));
    },
    async close() {
      await reports.settled();
      await localModels.close();
    },
  };
}

export type LanguageModelModule = ReturnType<typeof openLanguageModelModule>;

/** `LLM_FIRST_TOKEN_MS` and `LLM_TIMEOUT_MS` apply to every model. */
const patienceOf = ({ firstTokenTimeoutMs, totalTimeoutMs }: Partial<NonNullable<Config['media']['llm']>> = {}) => ({
  ...(firstTokenTimeoutMs !== undefined && { firstTokenTimeoutMs }),
  ...(totalTimeoutMs !== undefined && { totalTimeoutMs }),
});
