import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import type { CallPlansOptions, StreamTickets } from '../../features/calls/calls/index.ts';
import type { Flows } from '../../features/campaigns/campaigns/index.ts';
import {
  createCoachDocumentStore,
  createCoachDocuments,
  registerCoachDocumentRoutes,
} from '../../features/coaching/coach-documents/index.ts';
import {
  createJudgeQuality,
  createJudgeQualityStore,
  registerJudgeRoutes,
} from '../../features/coaching/judge-quality/index.ts';
import { createPersonaStore, createPersonas, registerPersonaRoutes } from '../../features/coaching/personas/index.ts';
import {
  createProgress,
  createProgressStore,
  registerProgressRoutes,
} from '../../features/coaching/practice-progress/index.ts';
import {
  createLiveScenarios,
  createPreviews,
  createProofRuns,
  createRemoteJudge,
  registerCoverageRoutes,
  registerLiveRoutes,
  registerPreviewRoutes,
  registerReviewRoutes,
  registerRunRoutes,
  stepsOf,
} from '../../features/coaching/practice-runs/index.ts';
import { createProofStore, createProofs, registerProofRoutes } from '../../features/coaching/proofs/index.ts';
import { createCallScenarios, registerCallScenarioRoutes } from '../../features/coaching/scenario-drafts/index.ts';
import {
  createRubrics,
  createScenarioStore,
  createScenarios,
  registerScenarioRoutes,
} from '../../features/coaching/scenarios/index.ts';
import type { Documents } from '../../features/documents/documents/index.ts';
import type { Readings } from '../../features/documents/readings/index.ts';
import type { ModelRoutings } from '../../features/voices/model-routing/index.ts';
import type { FileReferences, FileStore } from '../../files/index.ts';
import type { Addresses } from '../../http/media-address.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import type { createTextAgents } from '../agents/text-agents.ts';
import type { AnalysisModule } from '../analysis/analysis-module.ts';
import type { Interactions } from '../analysis/interactions-module.ts';
import type { MediaLink } from '../platform/media-link.ts';
import type { LanguageModelModule } from '../voices/language-model-module.ts';
import { type LivePracticeOptions, openLivePractice } from './live-practice.ts';
import { openPracticeRuns } from './practice-runs.ts';
import { firstVoice, type practiceCallersOf } from './practice-voice.ts';

export interface CoachingModuleOptions {
  readonly config: Pick<Config, 'cluster' | 'coach' | 'http' | 'media'>;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly documents: Documents;
  readonly readings: Readings;
  readonly flows: Flows;
  /** Returns the voices that an organisation may choose. */
  readonly voices: Parameters<typeof createPersonas>[0]['voices'];
  readonly interactions: Pick<Interactions, 'calls' | 'fields' | 'simulations' | 'transcripts'>;
  readonly draftScenario: AnalysisModule['draftScenario'];
  readonly textAgents: Pick<ReturnType<typeof createTextAgents>, 'agent'>;
  readonly openCallers: ReturnType<typeof practiceCallersOf>;
  readonly files: FileStore;
  readonly references: FileReferences;
  readonly tokens: Pick<StreamTickets, 'issue' | 'revoke'>;
  readonly media: Pick<MediaLink, 'port' | 'reserve' | 'listSpeakers'>;
  /** Reserves a slot for live practice on any node; `endStream` ends a stream there. */
  readonly reserve: LivePracticeOptions['reserve'];
  readonly endStream: LivePracticeOptions['endStream'];
  readonly recordingsDir: string;
  readonly addresses: Addresses;
  readonly voiceFor: CallPlansOptions['voiceFor'];
  readonly modelRouting: Pick<ModelRoutings, 'get'>;
  readonly languageModel: Pick<LanguageModelModule, 'chosen' | 'standard'>;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
  readonly every: LivePracticeOptions['every'];
}

/** Opens simulated customers and practice calls with them. */
export function openCoachingModule(options: CoachingModuleOptions) {
  const { config, database, jobs, flows, interactions, tokens, media, log, now } = options;
  const { judge: judgeServer } = config.coach;
  const remote = judgeServer && createRemoteJudge(judgeServer);
  const personaStore = createPersonaStore(database);
  const personas = createPersonas({
    store: personaStore,
    voices: options.voices,
    now,
    standardVoice: () => firstVoice(media.listSpeakers()),
  });
  const documents = createCoachDocuments({
    store: createCoachDocumentStore(database),
    documents: options.documents,
    readings: options.readings,
    now,
  });
  const rubrics = createRubrics(interactions.fields);
  const scenarios = createScenarios({ store: createScenarioStore(database, personaStore), rubrics, now });

  const practice = openPracticeRuns(
    options,
    { personas, documents, scenarios },
    remote ?? interactions.simulations.judge,
  );
  const { runs, store, audio, reviews, targets } = practice;
  const proofs = createProofs({
    store: createProofStore(database),
    runs: createProofRuns({
      store,
      jobs,
      snapshotOf: runs.snapshotOf,
      voiceRefusal: practice.voiceRefusal,
      async flowOf(organisation, agentUuid) {
        const uuid = await flows.firstWithAgent(organisation, agentUuid);
        const flow = uuid === undefined ? undefined : await flows.get(organisation, uuid);
        return flow && { uuid: flow.uuid, steps: stepsOf(flow.config.goals) };
      },
      now,
    }),
    isKept: async (organisation, uuid, version) =>
      (await flows.alone(organisation, uuid, version))?.agent?.version === version,
    now,
  });
  const { draftScenario } = options;
  const callScenarios = createCallScenarios({
    personas,
    scenarios,
    rubrics,
    runs,
    draftScenario,
    calls: interactions.calls,
  });
  const live = openLivePractice({
    store,
    jobs,
    audio,
    snapshotOf: runs.snapshotOf,
    hasTarget: targets.has,
    tokens,
    media,
    log,
    now,
    nowMs: options.nowMs,
    every: options.every,
    recordingsDir: options.recordingsDir,
    reserve: options.reserve,
    endStream: options.endStream,
  });

  const quality = createJudgeQuality({
    store: createJudgeQualityStore(database),
    judge: remote ?? interactions.simulations.judgeAnew,
    now,
  });
  const progress = createProgress({ store: createProgressStore(database), scenarios, now });

  return {
    routes(app: FastifyInstance) {
      registerPersonaRoutes(app, personas);
      registerCoachDocumentRoutes(app, documents);
      registerScenarioRoutes(app, { scenarios, rubrics });
      registerCallScenarioRoutes(app, callScenarios);
      registerRunRoutes(app, runs);
      registerProofRoutes(app, proofs);
      registerCoverageRoutes(app, { store, flow: targets.coveredFlow });
      registerReviewRoutes(app, reviews);
      registerPreviewRoutes(app, createPreviews({ personas, documents, scenarios }));
      registerProgressRoutes(app, progress);
      registerJudgeRoutes(app, quality);
      registerLiveRoutes(app, {
        scenarios: createLiveScenarios({ scenarios, personas }),
        sessions: live.sessions,
        addresses: options.addresses,
        httpPort: config.http.port,
      });
    },
    coachDocuments: documents,
    /** Ports for sessions of voice runs and of live practice. */
    sessions: { simulation: practice.ports, practice: live.ports },
    start: live.start,
    async close() {
      await live.close();
      await practice.close();
    },
  };
}
