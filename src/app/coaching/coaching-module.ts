import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import { createRunInteractions } from '../../features/analysis/interactions/index.ts';
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
  createProofSettling,
  createRemoteJudge,
  createReviews,
  createRewording,
  createRunAudio,
  createRunStore,
  createRuns,
  createSimulationSessions,
  createTextRuns,
  createVoiceRuns,
  createWordingStore,
  handleRuns,
  type NewRun,
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
import { type Addresses, streamUrl } from '../../http/media-address.ts';
import type { Jobs } from '../../jobs/index.ts';
import { createLanguageModel } from '../../llm/index.ts';
import type { Log } from '../../log.ts';
import { createVersionStore } from '../../versions/index.ts';
import type { createTextAgents } from '../agents/text-agents.ts';
import type { AnalysisModule } from '../analysis/analysis-module.ts';
import type { Interactions } from '../analysis/interactions-module.ts';
import type { MediaLink } from '../platform/media-link.ts';
import type { LanguageModelModule } from '../voices/language-model-module.ts';
import { type LivePracticeOptions, openLivePractice } from './live-practice.ts';
import { createCallers, customerVoice, firstVoice, type practiceCallersOf } from './practice-voice.ts';
import { createRunTargets } from './run-targets.ts';

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

const noVoice = 'Runs by voice need the media plane, which this server does not run. Use the mode text.';
const noRealTime = 'Runs in real time need a server that carries calls (ROLE all). Use the clock virtual.';

/** Returns the host at which this machine reaches its own listener. */
const ownHost = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};

/** Opens simulated customers and practice calls with them. */
export function openCoachingModule(options: CoachingModuleOptions) {
  const { config, database, jobs, flows, interactions, tokens, media, log, now } = options;
  const { judge: judgeServer, runBudgetMs: budgetMs } = config.coach;
  const versions = createVersionStore(database);
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

  const targets = createRunTargets({ ...options, versions });

  /**
   * Returns why this server cannot play a voice run, which uses its own agent engine and voices; undefined if it can.
   */
  function voiceRefusal({ tts_provider: provider, clock }: NewRun): string | undefined {
    if (options.openCallers === undefined) return noVoice;
    if (config.cluster.role === 'control' && clock === 'real') return noRealTime;
    if (provider && provider !== 'platform')
      return 'The customer of a run by voice speaks with a voice of this server. Leave out tts_provider, or use platform.';
    return undefined;
  }

  const store = createRunStore(
    database,
    createRunInteractions({ database, transcripts: interactions.transcripts, now }),
    createProofSettling({ tables: database.tables, jobs, now }),
  );
  const audio = createRunAudio({ database, files: options.files, references: options.references });
  const reviews = createReviews(database, now);
  const remote = judgeServer && createRemoteJudge(judgeServer);
  const sessions = createSimulationSessions();
  const callers = createCallers(options.openCallers, config.media);
  const runs = createRuns({
    store,
    jobs,
    personas,
    documents,
    scenarios,
    voiceRefusal,
    audio,
    reviews,
    now,
    hasTarget: targets.has,
    budgetMs,
    hasModel: async (organisation) => (await options.languageModel.standard(organisation)) !== undefined,
  });
  const proofs = createProofs({
    store: createProofStore(database),
    runs: createProofRuns({
      store,
      jobs,
      snapshotOf: runs.snapshotOf,
      voiceRefusal,
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
  handleRuns({
    store,
    jobs,
    audio,
    log,
    now,
    budgetMs,
    play: {
      text: createTextRuns({
        agent: options.textAgents.agent,
        languageModel: targets.modelOf,
        customerModel: ({ organisation }) => options.languageModel.standard(organisation),
        planOf: targets.planOf,
        handOver: targets.continuedBy,
        reword: createRewording({ store: createWordingStore(database, now), open: createLanguageModel }),
      }),
      voice: createVoiceRuns({
        planOf: targets.sessionOf,
        handOver: targets.handedOver,
        sessions,
        callers: callers.get,
        reserve: media.reserve,
        revoke: tokens.revoke,
        async open(callUuid) {
          const token = await tokens.issue({ kind: 'simulation', callUuid }, 'browser');
          return token && streamUrl(`ws://${ownHost(config.http.host)}:${media.port}`, 'browser', token);
        },
        voiceOf: (playing, agent) => customerVoice(playing, agent, media.listSpeakers),
      }),
    },
    judge: remote ?? interactions.simulations.judge,
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
    sessions: { simulation: sessions.ports, practice: live.ports },
    start: live.start,
    async close() {
      await live.close();
      await callers.close();
    },
  };
}
