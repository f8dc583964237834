import type { Database } from '../../data/index.ts';
import { createAgentSplitStore } from '../../features/agents/agents/index.ts';
import { createSplitChooser } from '../../features/agents/splits/index.ts';
import { createWidgetStore } from '../../features/agents/widgets/index.ts';
import {
  type CallPlansOptions,
  createCallPlan,
  createHandOver,
  createRehearsal,
  createRehearsals,
  type RehearsalOptions,
  type RehearsalsOptions,
} from '../../features/calls/calls/index.ts';
import type { Flows } from '../../features/campaigns/campaigns/index.ts';
import type { ModelRoutings } from '../../features/voices/model-routing/index.ts';
import type { Log } from '../../log.ts';
import type { Providers } from '../../telephony/index.ts';
import type { openPeopleModule } from '../people/people-module.ts';
import { every } from '../platform/rounds.ts';
import type { Storage } from '../platform/storage-module.ts';
import type { CallRecords } from '../records/call-records-module.ts';
import type { LanguageModelModule } from '../voices/language-model-module.ts';

export interface CallPlanningOptions {
  readonly providers: Providers;
  readonly storage: Pick<Storage, 'database' | 'owner'>;
  readonly records: Pick<CallRecords, 'store' | 'leases' | 'callLog' | 'tokens'>;
  readonly flows: Flows;
  readonly people: Pick<ReturnType<typeof openPeopleModule>, 'contactStore'>;
  readonly modelRouting: Pick<ModelRoutings, 'get'>;
  readonly languageModel: LanguageModelModule['chosen'];
  readonly voiceFor: CallPlansOptions['voiceFor'];
  readonly mayAnswer: RehearsalsOptions['mayAnswer'];
  readonly rehearseTool: RehearsalOptions['rehearseTool'];
  readonly log: Log;
  readonly nowMs: () => number;
}

/** A flow that was changed this long before an outage is remembered as changed. */
const rehearseEveryMs = 60_000;

/** What decides about single calls of an agent: split tests, and the limit of calls from websites. */
const choicesOf = (database: Database) => ({
  ...createSplitChooser(createAgentSplitStore(database)),
  websiteSeconds: createWidgetStore(database).secondsOf,
});

/** Opens what calls run with: their plans, the next agent of a call, and what is remembered for an outage. */
export function openPlanning(options: CallPlanningOptions) {
  const { flows, log, nowMs } = options;
  const { database, owner } = options.storage;
  const { store, leases, callLog, tokens } = options.records;
  const planning = {
    store,
    remembered: database.remembered,
    log: callLog,
    leases,
    owner: owner.id,
    flows,
    contacts: options.people.contactStore,
    providers: options.providers,
    languageModel: options.languageModel,
    modelRouting: options.modelRouting.get,
    mayTakeOver: tokens.isShared,
    voiceFor: options.voiceFor,
    ...choicesOf(database),
  };
  const rehearsals = createRehearsals({
    flows,
    rehearse: createRehearsal({ ...planning, rehearseTool: options.rehearseTool }),
    remembered: database.remembered,
    mayAnswer: options.mayAnswer,
    log,
    nowMs,
  });
  return {
    /** Ports for sessions that are calls. */
    ports: { plan: createCallPlan(planning), handOvers: { handOver: createHandOver(planning) } },
    rehearsing: every(rehearseEveryMs, rehearsals.round, log, 'failed to remember what new calls need'),
  };
}
