import { openAgents } from './agents/index.ts';
import { openAnalysis } from './analysis/index.ts';
import { openCalls } from './calls/index.ts';
import { openCampaigns } from './campaigns/index.ts';
import { openCoaching } from './coaching/index.ts';
import { openDocuments } from './documents/index.ts';
import { openAgentFiles, openOperations } from './operations/index.ts';
import { openPeople } from './people/index.ts';
import { openPlatform, type Platform, type PlatformOptions } from './platform/index.ts';
import { createModuleList, type ModuleList } from './platform/module.ts';
import { openSharedLimits } from './platform/shared-limits.ts';
import { openRecords } from './records/index.ts';
import { createSessionRouter } from './session-router.ts';
import { openVoices } from './voices/index.ts';

export type ModulesOptions = PlatformOptions;

export type Modules = Awaited<ReturnType<typeof openAll>>;

/** Unfinished work resumes after the next start, or on another node. */
const jobsGraceMs = 5000;

/** Opens every module of the control plane. If one fails to open, those already open are closed. */
export async function openModules(options: ModulesOptions): Promise<Modules> {
  const list = createModuleList();
  try {
    return await openAll(options, list);
  } catch (error) {
    await list.close().catch(() => {});
    throw error;
  }
}

/** Each wing uses only those above it. */
async function openAll(options: ModulesOptions, list: ModuleList) {
  const platform = await openPlatform(list, options);
  const people = openPeople(list, platform);
  const voices = openVoices(list, platform);
  const { readings, transcriber } = openDocuments(list, platform, voices);
  const agents = openAgents(list, platform, { voices, readings });
  const records = await openRecords(list, platform, { people, voices });
  const analysis = openAnalysis(list, platform, { people, voices, records, transcriber });
  const calls = openCalls(list, platform, { people, voices, agents, records, analysis, transcriber });
  const coaching = openCoaching(list, platform, { voices, readings, agents, records, analysis });
  const { database, isControl, jobs, log } = platform;
  if (isControl) list.add({ start: () => jobs.start(), close: () => jobs.close({ graceMs: jobsGraceMs }) });
  openAgentFiles(list, platform, { voices, agents, coaching });
  openCampaigns(list, platform, { people, voices, agents, calls });
  const limits = platform.config.http.rateLimitPerMinute === 'off' ? undefined : openSharedLimits(database, log);
  list.add({ close: () => limits?.close() });
  const operations = openOperations(platform, { voices, records, calls, limits });
  const { callLog, recordings, handOver, tokens, streamUuids } = records.records;

  return {
    ...shown(platform),
    accounts: people.accounts,
    callLog,
    calls: calls.calls,
    visibleCalls: calls.visibleCalls,
    flows: agents.flows,
    limits,
    phones: calls.phones,
    recordings,
    handOver,
    ports: createSessionRouter(
      { claim: tokens.claim, callOf: tokens.callOf, ticketOf: streamUuids.take },
      { ...calls.sessions, ...coaching.sessions },
      platform.cluster.placement.otherServer,
    ),
    routes(app: Parameters<ModuleList['routes']>[0]) {
      operations.routes(app);
      if (isControl) list.routes(app);
    },
    start: list.start,
    close: list.close,
  };
}

const shown = ({ addresses, publicBaseUrl, cluster, database, isDiskTrouble, media }: Platform) => ({
  addresses,
  publicBaseUrl,
  cluster,
  database,
  isDiskTrouble,
  media,
});
