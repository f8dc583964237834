import type { FastifyInstance } from 'fastify';
import type { DataConfig } from '../../config/config.ts';
import type { Database, OrganisationId, TenantQueries } from '../../data/index.ts';
import { type CallEnded, type CallOver, personOf } from '../../features/calls/calls/index.ts';
import { callerCheckJob } from '../../features/calls/dialing/index.ts';
import { createQueueStore, createQueues, registerQueueRoutes } from '../../features/calls/queues/index.ts';
import {
  createImportStore,
  createImports,
  createRunImport,
  handleUndo,
  importKind,
  registerImportRoutes,
} from '../../features/campaigns/contact-imports/index.ts';
import {
  createContactStore,
  createContacts,
  createNumberHashes,
  createOptOuts,
  createSuppressionStore,
  createSuppressions,
  registerContactRoutes,
  registerSuppressionRoutes,
} from '../../features/campaigns/contacts/index.ts';
import {
  createHumanAgentStore,
  createHumanAgents,
  registerHumanAgentRoutes,
} from '../../features/people/human-agents/index.ts';
import { createZones, registerOwnOrganisationRoutes } from '../../features/people/organisations/index.ts';
import type { FileReferences, FileStore } from '../../files/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import type { Sealer } from '../../secrets/index.ts';
import { createOrganisationSlots } from '../platform/organisation-slots.ts';

export interface PeopleModuleOptions {
  readonly config: Pick<DataConfig, 'mostContacts'>;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly references: FileReferences;
  readonly callEnded: CallEnded;
  /** Opens the key that numbers of erased people are hashed with. */
  readonly sealer: Sealer;
  readonly log: Log;
  readonly now: () => Date;
  /** Rows per batch of an import. */
  readonly batchRows?: number;
}

const uploads = { atOnce: 4, ofOrganisation: 3, ofUser: 2 };
const importLimitMs = 1_800_000;

/** Opens contacts, human agents, contact imports and time zones of organisations. */
export function openPeopleModule(options: PeopleModuleOptions) {
  const { config, database, jobs, files, references, callEnded, log, now } = options;
  const zones = createZones(database);
  const humanAgents = createHumanAgents(createHumanAgentStore(database));
  const { sightOf } = humanAgents;
  const hashes = createNumberHashes(database, options.sealer, now);
  const store = createContactStore(database, { mostContacts: config.mostContacts, hashes });
  const importStore = createImportStore(database, references);
  const runImport = createRunImport({
    store: importStore,
    contacts: store,
    files,
    sightOf,
    log,
    now,
    ...(options.batchRows === undefined ? {} : { batchRows: options.batchRows }),
  });
  jobs.handle(importKind, runImport, { timeLimitMs: importLimitMs });
  handleUndo({ store: importStore, contacts: store, jobs, now, timeLimitMs: importLimitMs });
  const queueStore = createQueueStore(database, now);
  const queues = createQueues(queueStore, now);
  const optOuts = createOptOuts(database, { contacts: store, hashes, now });
  const contacts = createContacts({ store, sightOf, now });
  const suppressions = createSuppressions({ store: createSuppressionStore(database, hashes), sightOf, now });
  const imports = createImports({
    store: importStore,
    files,
    jobs,
    sightOf,
    now,
    slots: createOrganisationSlots(uploads),
  });
  async function callOver(queries: TenantQueries, organisation: OrganisationId, call: CallOver): Promise<void> {
    const { contactUuid, attempted, outcome, dialledAt, createdAt } = call;
    // A browser test has no contact. An unsigned call's number may be forged, so a job verifies it with the provider.
    if (call.reason === 'dnc_request' && call.callType !== 'test') {
      if (call.callerVerified === false) await jobs.enqueue(queries.system, callerCheckJob(organisation, call.uuid));
      else await optOuts.optOutIn(queries, personOf(call), call.reason);
    }
    if (contactUuid !== null && attempted)
      await store.called(queries, contactUuid, { at: dialledAt ?? createdAt, outcome });
  }
  callEnded.subscribe(async (queries, organisation, over) => {
    for (const call of over) await callOver(queries, organisation, call);
  });
  return {
    zones,
    humanAgents,
    queueStore,
    contactStore: store,
    numberHashes: hashes,
    queues,
    optOuts,
    sightOf,
    contacts,
    imports,
    /** Returns whether the person on a call has opted out of being recorded. */
    isOptedOut: (call: Parameters<typeof personOf>[0] & { readonly organisationId: OrganisationId }) =>
      optOuts.isOptedOut(call.organisationId, personOf(call)),
    routes(app: FastifyInstance) {
      registerOwnOrganisationRoutes(app, zones);
      registerHumanAgentRoutes(app, humanAgents);
      registerQueueRoutes(app, queues);
      registerContactRoutes(app, contacts);
      registerSuppressionRoutes(app, suppressions);
      registerImportRoutes(app, imports);
    },
  };
}
