import type { Database } from '../data/index.ts';
import { createImportStore, createImports, createRunImport, importKind } from '../features/contact-imports/index.ts';
import { createContactStore, createContacts, createOptOuts } from '../features/contacts/index.ts';
import { createHumanAgentStore, createHumanAgents } from '../features/human-agents/index.ts';
import { createQueueStore, createQueues } from '../features/queues/index.ts';
import { createUploadSlots, type FileReferences, type FileStore } from '../files/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';

export interface PeoplePlaneOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly references: FileReferences;
  readonly log: Log;
  readonly now: () => Date;
}

const uploadsAtOnce = 4;
const uploadsOfOneUser = 2;
const importLimitMs = 1_800_000;

/** The people who are called, those who take calls, and the work that brings the former in. */
export function openPeoplePlane({ database, jobs, files, references, log, now }: PeoplePlaneOptions) {
  const humanAgents = createHumanAgents(createHumanAgentStore(database));
  const { sightOf } = humanAgents;
  const store = createContactStore(database);
  const importStore = createImportStore(database, references);
  const runImport = createRunImport({ store: importStore, contacts: store, files, sightOf, log, now });
  jobs.handle(importKind, runImport, { timeLimitMs: importLimitMs });
  const queueStore = createQueueStore(database, now);
  return {
    humanAgents,
    queueStore,
    contactStore: store,
    queues: createQueues(queueStore, now),
    optOuts: createOptOuts(database, store, now),
    sightOf,
    contacts: createContacts({ store, sightOf, now }),
    imports: createImports({
      store: importStore,
      files,
      slots: createUploadSlots({ atOnce: uploadsAtOnce, eachAtOnce: uploadsOfOneUser }),
      jobs,
      sightOf,
      now,
    }),
  };
}
