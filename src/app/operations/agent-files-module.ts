import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { type Database, forOrganisation, joined, type OrganisationId } from '../../data/index.ts';
import { type Agents, createAgentStore, createAgents } from '../../features/agents/agents/index.ts';
import { createMcpServerStore } from '../../features/agents/mcp-servers/index.ts';
import { createSecretStore } from '../../features/agents/secrets/index.ts';
import { secretsIn, templatesOf } from '../../features/agents/tools/index.ts';
import { createExtractionFieldStore } from '../../features/analysis/extraction-fields/index.ts';
import { createFlowStore } from '../../features/campaigns/campaigns/index.ts';
import { type CoachDocuments, createCoachDocumentStore } from '../../features/coaching/coach-documents/index.ts';
import { createPersonaStore, createPersonas } from '../../features/coaching/personas/index.ts';
import { createRubrics, createScenarioStore, createScenarios } from '../../features/coaching/scenarios/index.ts';
import { createDocumentStore, type Documents, safeFileName } from '../../features/documents/documents/index.ts';
import {
  type AgentFilesOptions,
  createAgentFiles,
  createAgentPartStore,
  createAgentSuites,
  createGallery,
  registerAgentFileRoutes,
  type Stores,
} from '../../features/operations/agent-files/index.ts';
import { createPronunciationStore, type Pronunciations } from '../../features/voices/pronunciations/index.ts';
import type { FileReferences, FileStore } from '../../files/index.ts';
import type { MediaLink } from '../platform/media-link.ts';

export interface AgentFilesModuleOptions {
  readonly config: Pick<Config, 'data'>;
  readonly database: Database;
  readonly files: FileStore;
  readonly references: FileReferences;
  readonly documents: Documents;
  readonly agents: Agents;
  readonly toolRefusal: AgentFilesOptions['toolRefusal'];
  readonly onDocuments: AgentFilesOptions['onDocuments'];
  readonly coachDocuments: Pick<CoachDocuments, 'texts'>;
  readonly pronunciations: Pick<Pronunciations, 'refusalOf'>;
  readonly voices: AgentFilesOptions['voices'];
  readonly media: Pick<MediaLink, 'listSpeakers'>;
  readonly now: () => Date;
}

/** Opens the files of agents: export, import, copies, and the gallery. */
export function openAgentFilesModule(options: AgentFilesModuleOptions) {
  const { config, database, documents, references, media, now } = options;
  const servers = createMcpServerStore(database);
  const secrets = createSecretStore(database);

  /** Opens the stores on a database, or on a transaction. Voices and tools were checked outside of it. */
  function storesOn(on: Database, voices: Awaited<ReturnType<AgentFilesOptions['voices']>>): Stores {
    const agents = createAgentStore(on);
    const personas = createPersonaStore(on);
    const fields = createExtractionFieldStore(on);
    return {
      agents,
      saving: createAgents({
        store: agents,
        voices: async () => voices,
        recognised: async () => undefined,
        toolRefusal: async () => undefined,
        now,
      }),
      campaigns: createFlowStore(on),
      personas: createPersonas({
        store: personas,
        voices: async () => voices,
        standardVoice: () => standardVoice(media),
        now,
      }),
      coachDocuments: createCoachDocumentStore(on),
      scenarios: createScenarios({ store: createScenarioStore(on, personas), rubrics: createRubrics(fields), now }),
      suites: createAgentSuites(on, now),
      fields,
      lexicon: createPronunciationStore(on),
      documents: createDocumentStore((organisation) => forOrganisation(on, organisation), references),
      parts: createAgentPartStore(on),
    };
  }

  const agentFiles = createAgentFiles({
    stores: storesOn(database, []),
    inTransaction: (voices, work) => database.system.tx((queries) => work(storesOn(joined(database, queries), voices))),
    agents: options.agents,
    voices: options.voices,
    servers: (organisation) => servers.list(organisation),
    secretNames: async (organisation: OrganisationId) => (await secrets.list(organisation)).map(({ name }) => name),
    secretsOf: (tools) => [...new Set(secretsIn(tools.flatMap(templatesOf)))],
    toolRefusal: options.toolRefusal,
    pronunciationRefusal: options.pronunciations.refusalOf,
    personaTexts: options.coachDocuments.texts,
    files: options.files,
    maxDocumentBytes: documents.maxFileBytes,
    quotaBytes: documents.quotaBytes,
    safeFileName,
    onDocuments: options.onDocuments,
    now,
  });
  const gallery = createGallery(config.data.galleryDir);
  return {
    routes: (app: FastifyInstance) => registerAgentFileRoutes(app, { agentFiles, gallery, enter: documents.enter }),
  };
}

function standardVoice({ listSpeakers }: Pick<MediaLink, 'listSpeakers'>): { provider: string; speaker: string } {
  const [first] = listSpeakers();
  return { provider: first?.provider ?? 'platform', speaker: first?.name ?? '' };
}
