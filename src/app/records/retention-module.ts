import type { FastifyInstance } from 'fastify';
import type { Database, OrganisationId } from '../../data/index.ts';
import { createInteractionStore } from '../../features/analysis/interactions/index.ts';
import { noNumber } from '../../features/operations/erasure/index.ts';
import {
  createDeletionStore,
  createDeletions,
  createEndingStore,
  createHoldStore,
  createRetentionStore,
  handleRetention,
  registerRetentionRoutes,
  retentionJob,
} from '../../features/operations/retention/index.ts';
import type { FileReferences } from '../../files/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import type { openPeopleModule } from '../people/people-module.ts';
import type { openErasureModule } from './erasure-module.ts';

export interface RetentionModuleOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly references: FileReferences;
  readonly erasure: Pick<ReturnType<typeof openErasureModule>, 'removal' | 'removeFiles' | 'quotes'>;
  readonly people: Pick<ReturnType<typeof openPeopleModule>, 'sightOf' | 'zones'>;
  readonly log: Log;
  readonly now: () => Date;
}

type Viewer = Parameters<RetentionModuleOptions['people']['sightOf']>[0];

/** Opens deletion of calls, holds, and the nightly end of data. */
export function openRetentionModule({ database, jobs, references, erasure, people, log, now }: RetentionModuleOptions) {
  const { removal, removeFiles, quotes } = erasure;
  const interactions = createInteractionStore(database, references);
  const holds = createHoldStore(database);
  const store = createRetentionStore(database);
  const endings = createEndingStore(database, references, holds);
  const viewOf = async (viewer: Viewer) => ({
    organisation: viewer.organisationId,
    tags: await people.sightOf(viewer),
  });
  const deletions = createDeletions({
    jobs,
    store: createDeletionStore(database),
    holds,
    interactions,
    viewOf,
    removal,
    removeFiles,
    now,
    async forget(organisation, uuids, but) {
      await quotes.webhookBodies(organisation, { number: noNumber, uuids });
      await quotes.stopJobs(organisation, { number: noNumber, uuids }, but);
    },
  });
  handleRetention({ jobs, tx: database.system.tx, store, endings, removeFiles, log, now });
  return {
    deletions,
    routes(app: FastifyInstance) {
      registerRetentionRoutes(app, {
        deletions,
        holds,
        store,
        endings,
        zoneOf: people.zones.of,
        now,
        callOf: async (viewer, ref) =>
          interactions.get(await viewOf(viewer), typeof ref === 'number' ? { id: ref } : { uuid: ref }),
        runNow: async (organisation: OrganisationId) =>
          (await database.system.tx((queries) => jobs.enqueue(queries, retentionJob(organisation)))) !== undefined,
      });
    },
  };
}
