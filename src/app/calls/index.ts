import type { Transcriber } from '../../audio/index.ts';
import { createWrittenCalls, endOfLeg } from '../../features/calls/calls/index.ts';
import { callerCheckKind, createCallerCheck } from '../../features/calls/dialing/index.ts';
import type { Agents } from '../agents/index.ts';
import type { Analysis } from '../analysis/index.ts';
import type { People } from '../people/index.ts';
import type { Platform } from '../platform/index.ts';
import type { ModuleList } from '../platform/module.ts';
import type { Records } from '../records/index.ts';
import type { StreamCheck } from '../session-router.ts';
import type { Voices } from '../voices/index.ts';
import { openCallingModule } from './calling-module.ts';
import { openClickToCallModule } from './click-to-call-module.ts';
import { openDialingModule } from './dialing-module.ts';
import { openNumbersModule } from './numbers-module.ts';
import { knowsExtension, openPhonesModule } from './phones-module.ts';
import { openRecordingsModule } from './recordings-module.ts';
import { openSupervisionModule } from './supervision-module.ts';
import { openTelephonyModule } from './telephony-module.ts';
import { openToolsModule } from './tools-module.ts';
import { openTransfersModule } from './transfers-module.ts';
import { openWebsiteModule } from './website-module.ts';

export type Calls = ReturnType<typeof openCalls>;

export interface CallsParts {
  readonly people: People;
  readonly voices: Voices;
  readonly agents: Agents;
  readonly records: Records;
  readonly analysis: Analysis;
  readonly transcriber: Transcriber;
}

/** Opens calls: dialling, answering, recording, transfers, supervision, telephones and the tools of agents. */
export function openCalls(list: ModuleList, platform: Platform, parts: CallsParts) {
  const { voices, agents } = parts;
  const { records, announce } = parts.records;
  const { store, tokens, callLog } = records;
  const line = openLine(list, platform, parts);
  const { dialing, calling, callRecordings } = line;
  const { calls, visibleCalls } = calling;
  const shared = { ...platform, records, callRecordings, announce };
  const { clickToCall } = list.add(openClickToCallModule({ ...shared, people: parts.people, dialing }));
  const transfers = openCallTransfers(list, platform, { ...parts, ...line });
  const supervision = list.add(
    openSupervisionModule({
      ...platform,
      bus: platform.storage.bus,
      visibleCalls,
      calls: store,
      tokens,
      languageModel: voices.languageModel.ofFlow,
      flush: callLog.flush,
    }),
  );
  const { numbers } = list.add(openNumbersModule({ ...platform, ...agents, dialing }));
  const phones = list.add(
    openPhonesModule({ ...platform, ...agents, owner: platform.storage.owner, bus: platform.storage.bus, calls }),
  );
  const tools = list.add(openToolsModule({ ...platform, ...agents, calls: store, callLog }));
  const website = list.add(
    openWebsiteModule({
      ...platform,
      flows: agents.flows,
      chats: agents.websiteChats,
      calls,
      callStore: store,
      writtenCalls: createWrittenCalls({ store, leases: records.leases, log: callLog, now: platform.now }),
    }),
  );
  const handoffs = transfers.transfers;
  const telephony = list.add(openTelephonyModule({ ...shared, ...agents, calls, handoffs, clickToCall, dialing }));
  return {
    calls,
    visibleCalls,
    dialing,
    numbers,
    clickToCall,
    phones,
    /** Ports of sessions that are calls, of briefings, and of supervisors. */
    sessions: {
      call: {
        ...calling.ports,
        ...records.ports,
        ...tools.ports,
        ...transfers.ports,
        isForged: async (...[callUuid, dialect, request, offered]: Parameters<StreamCheck>) =>
          (await website.isForged(callUuid, dialect, request, offered)) ||
          telephony.ports.isForged(callUuid, dialect, request),
      },
      briefing: transfers.briefing,
      supervision: supervision.ports,
    },
  };
}

/** Opens what places, answers and records calls. */
function openLine(list: ModuleList, platform: Platform, parts: CallsParts) {
  const { database, jobs, cluster, placement, disk, log } = platform;
  const { people, voices, agents, analysis } = parts;
  const { records, announce } = parts.records;
  const { store } = records;
  const { transcripts, foundDetails } = analysis.interactions;
  const dialing = list.add(openDialingModule({ ...platform, ...records, reserve: placement.reserve }));
  const { accountOf } = dialing;
  jobs.handle(callerCheckKind, createCallerCheck({ call: store.get, accountOf, optOuts: people.optOuts, log }));
  const calling = list.add(
    openCallingModule({
      ...platform,
      records,
      flows: agents.flows,
      people,
      servers: async () => (database.dialect === 'sqlite' ? undefined : cluster.about.nodes()),
      bus: platform.storage.bus,
      modelRouting: voices.modelRouting,
      languageModel: voices.languageModel.chosen,
      voiceFor: voices.voiceFor,
      transcripts,
      foundDetails,
      outbound: { store: dialing.outboundStore, hangUp: dialing.hangUp },
      rehearseTool: agents.rehearseTool,
      canWrite: () => disk.state !== 'full',
      async mayAnswer({ organisationId, phoneNumber, extension }) {
        if (phoneNumber !== null) await agents.flows.answering(phoneNumber);
        if (extension !== null) await knowsExtension(platform.storage.database, organisationId, extension);
        for (const { name, signature } of platform.providers.all) {
          if (signature === undefined) continue;
          await dialing.connections.requiresSignature(organisationId, name);
          await dialing.connections.credentialsFor(organisationId, name);
        }
      },
    }),
  );
  const { callRecordings } = list.add(
    openRecordingsModule({
      ...platform,
      records,
      announce,
      transcriber: parts.transcriber,
      transcripts,
      accountOf,
      hasRoom: disk.hasRoom,
      isOptedOut: people.isOptedOut,
    }),
  );
  return { dialing, calling, callRecordings };
}

type LineParts = CallsParts & ReturnType<typeof openLine>;

/** Opens transfers of calls to people. */
function openCallTransfers(list: ModuleList, platform: Platform, parts: LineParts) {
  const { cluster, providers } = platform;
  const { people, dialing, calling, callRecordings } = parts;
  const { flows } = parts.agents;
  const { records, announce } = parts.records;
  const { store, callLog } = records;
  return list.add(
    openTransfersModule({
      ...platform,
      queues: people.queueStore,
      ownLegs: platform.trunks.ownLegs,
      accountOf: dialing.accountOf,
      end: calling.calls.end,
      announce,
      flush: callLog.flush,
      sees: calling.visibleCalls.sees,
      organisationOf: async (callUuid) => (await store.find(callUuid))?.organisationId,
      streamUrlFor: (callUuid, dialect) => dialing.streamUrlFor({ kind: 'briefing', callUuid }, dialect),
      expectRecording: (queries, call) => callRecordings.expect(queries.system, call.organisationId, call.uuid),
      async callerGone({ organisationId, uuid, dialect }) {
        const provider = providers.get(dialect);
        await callLog.flush().catch(() => {});
        return (await store.events(organisationId, uuid)).some(({ event }) => endOfLeg(provider, event) !== undefined);
      },
      mayRecord: async (call) => !(await people.isOptedOut(call)),
      briefing: {
        endStream: (uuid) => cluster.endStream(uuid, 'transferred'),
        async voiceFor({ organisationId, flowUuid }) {
          const flow = (await flows.get(organisationId, flowUuid)) ?? (await flows.alone(organisationId, flowUuid));
          return flow && { speaker: flow.speaker };
        },
      },
    }),
  );
}
