import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { checkAnswers, type Database, forOrganisation, rememberedMs } from '../../data/index.ts';
import type { CallLogWriter } from '../../features/calls/calls/index.ts';
import { registerHealthRoutes } from '../../features/operations/health/index.ts';
import { createJobDesk, registerJobRoutes } from '../../features/operations/job-control/index.ts';
import { registerMcpEndpoint } from '../../features/operations/mcp-endpoint/index.ts';
import { createAudit, createAuditStore, registerAuditRoutes, watchChanges } from '../../features/people/audit/index.ts';
import { createZones } from '../../features/people/organisations/index.ts';
import type { ModelRoutings } from '../../features/voices/model-routing/index.ts';
import { registerSpeakerRoutes } from '../../features/voices/voices/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Cluster } from '../platform/cluster-module.ts';
import type { openFilesModule } from '../platform/files-module.ts';
import type { MediaLink } from '../platform/media-link.ts';
import type { Observation } from '../platform/observation.ts';
import type { SharedLimits } from '../platform/shared-limits.ts';
import type { LanguageModelModule } from '../voices/language-model-module.ts';

export interface OperationsModuleOptions {
  readonly config: Pick<Config, 'version' | 'media'>;
  readonly cluster: Pick<Cluster, 'about'>;
  readonly database: Database;
  readonly files: Pick<ReturnType<typeof openFilesModule>, 'stores'>;
  readonly disk: ReturnType<typeof openFilesModule>['disk'];
  readonly jobs: Jobs;
  readonly callLog: CallLogWriter;
  readonly media: MediaLink;
  readonly observation: Observation;
  readonly limits: SharedLimits | undefined;
  readonly modelRouting: ModelRoutings['get'];
  readonly languageModel: Pick<LanguageModelModule, 'current' | 'isStored' | 'reports'>;
  readonly voices: Parameters<typeof registerSpeakerRoutes>[1];
  readonly isDraining: () => boolean;
}

/**
 * Opens the audit log, health, metrics and jobs for operators. Its hooks apply to every route registered after its own.
 */
export function openOperationsModule(options: OperationsModuleOptions) {
  const { config, cluster, database, files, disk, jobs, callLog, media, observation, limits, isDraining } = options;
  const audit = createAudit(
    createAuditStore((organisation) => forOrganisation(database, organisation)),
    () => new Date(),
  );
  const { status: mediaStatus } = media;
  return {
    routes(app: FastifyInstance) {
      watchChanges(app, audit);
      registerAuditRoutes(app, audit, createZones(database).of);
      observation.register(app, {
        mediaStatus,
        callLog,
        jobs: jobs.tally,
        limits: { alone: () => limits?.callers.alone ?? 0 },
        refusedMessages: cluster.about.refusedMessages,
        nodes: cluster.about,
      });
      registerMcpEndpoint(app, config);
      registerHealthRoutes(app, {
        version: config.version,
        modelsDir: config.media.modelsDir,
        mediaStatus,
        callLog,
        disk,
        files,
        isDraining,
        modelRouting: options.modelRouting,
        languageModel: options.languageModel.current,
        hasStoredModel: options.languageModel.isStored,
        answeredTurns: () => options.languageModel.reports.answered,
        speechProviders: () => [...new Set(media.listSpeakers().map(({ provider }) => provider))],
        cluster: cluster.about,
        checkDatabase: () => checkAnswers(database),
        silentSinceMs: database.silentSinceMs,
        answersAlone: () => database.dialect === 'postgres' && silentForMs(database) < rememberedMs,
      });
      registerJobRoutes(app, createJobDesk(database, jobs));
      registerSpeakerRoutes(app, options.voices);
    },
  };
}

function silentForMs({ silentSinceMs }: Pick<Database, 'silentSinceMs'>): number {
  const sinceMs = silentSinceMs();
  return sinceMs === undefined ? 0 : performance.now() - sinceMs;
}
