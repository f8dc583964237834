import type { Config } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import { createRunInteractions } from '../../features/analysis/interactions/index.ts';
import type { StreamTickets } from '../../features/calls/calls/index.ts';
import {
  createProofSettling,
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
  type RunsOptions,
} from '../../features/coaching/practice-runs/index.ts';
import type { FileReferences, FileStore } from '../../files/index.ts';
import { streamUrl } from '../../http/media-address.ts';
import type { Jobs } from '../../jobs/index.ts';
import { createLanguageModel } from '../../llm/index.ts';
import type { Log } from '../../log.ts';
import { createVersionStore } from '../../versions/index.ts';
import type { createTextAgents } from '../agents/text-agents.ts';
import type { Interactions } from '../analysis/interactions-module.ts';
import type { MediaLink } from '../platform/media-link.ts';
import type { LanguageModelModule } from '../voices/language-model-module.ts';
import { createCallers, customerVoice, type practiceCallersOf } from './practice-voice.ts';
import { createRunTargets, type RunTargetsOptions } from './run-targets.ts';

const noVoice = 'Runs by voice need the media plane, which this server does not run. Use the mode text.';
const noRealTime = 'Runs in real time need a server that carries calls (ROLE all). Use the clock virtual.';

/** Returns the host at which this machine reaches its own listener. */
const ownHost = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};

export interface PracticeRunsOptions extends Omit<RunTargetsOptions, 'versions'> {
  readonly config: Pick<Config, 'cluster' | 'coach' | 'http' | 'media'>;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly interactions: Pick<Interactions, 'transcripts'>;
  readonly textAgents: Pick<ReturnType<typeof createTextAgents>, 'agent'>;
  readonly openCallers: ReturnType<typeof practiceCallersOf>;
  readonly files: FileStore;
  readonly references: FileReferences;
  readonly tokens: Pick<StreamTickets, 'issue' | 'revoke'>;
  readonly media: Pick<MediaLink, 'port' | 'reserve' | 'listSpeakers'>;
  readonly languageModel: Pick<LanguageModelModule, 'chosen' | 'standard'>;
  readonly log: Log;
  readonly now: () => Date;
}

/** Opens runs of scenarios, by text and by voice, and plays and judges them in the background. */
export function openPracticeRuns(
  options: PracticeRunsOptions,
  { personas, documents, scenarios }: Pick<RunsOptions, 'personas' | 'documents' | 'scenarios'>,
  judge: Parameters<typeof handleRuns>[0]['judge'],
) {
  const { config, database, jobs, interactions, tokens, media, log, now } = options;
  const { runBudgetMs: budgetMs } = config.coach;
  const targets = createRunTargets({ ...options, versions: createVersionStore(database) });

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
    judge,
  });

  return {
    runs,
    store,
    audio,
    reviews,
    targets,
    voiceRefusal,
    /** Ports for sessions of voice runs. */
    ports: sessions.ports,
    close: callers.close,
  };
}
