import type { MediaServer } from '../../media/index.ts';
import type { Config } from '../config/config.ts';
import { checkAnswers, forOrganisation } from '../data/index.ts';
import { createKnowledgeReader, createKnowledgeStore } from '../features/agent-knowledge/index.ts';
import { createAgentStore, createAgents, registerAgentRoutes } from '../features/agents/index.ts';
import { registerAudioRoutes } from '../features/audio/index.ts';
import { createAudit, createAuditStore, registerAuditRoutes, watchChanges } from '../features/audit/index.ts';
import { registerCallRoutes } from '../features/calls/index.ts';
import { registerCampaignRoutes, registerTargetRoutes } from '../features/campaigns/index.ts';
import { registerClickToCallHooks, registerClickToCallRoutes } from '../features/click-to-call/index.ts';
import { registerImportRoutes } from '../features/contact-imports/index.ts';
import { registerContactRoutes } from '../features/contacts/index.ts';
import { registerRunRoutes } from '../features/document-runs/index.ts';
import { registerDocumentRoutes } from '../features/documents/index.ts';
import { registerHealthRoutes } from '../features/health/index.ts';
import { registerHumanAgentRoutes } from '../features/human-agents/index.ts';
import { createJobDesk, registerJobRoutes } from '../features/jobs/index.ts';
import { registerOcrRoutes } from '../features/ocr/index.ts';
import { registerOutboundCallRoutes } from '../features/outbound-calls/index.ts';
import { registerQuestionRoutes } from '../features/questions/index.ts';
import { registerQueueRoutes } from '../features/queues/index.ts';
import { registerReadingRoutes } from '../features/readings/index.ts';
import { registerSpeakerRoutes } from '../features/speakers/index.ts';
import { createTelephony, registerTelephonyRoutes } from '../features/telephony/index.ts';
import { registerConnectionRoutes } from '../features/telephony-connections/index.ts';
import { registerTransferRoutes } from '../features/transfers/index.ts';
import { registerWebhookRoutes } from '../features/webhooks/index.ts';
import { registerConsole } from '../http/console.ts';
import { listenFault } from '../http/free-port.ts';
import { viewerOf } from '../http/identity.ts';
import { openLiveSocket } from '../http/live-socket.ts';
import { addressedOf, createAddresses } from '../http/media-address.ts';
import { openPassthrough } from '../http/media-passthrough.ts';
import { createServer } from '../http/server.ts';
import type { Log } from '../log.ts';
import { createOutbound } from '../outbound/index.ts';
import type { AccountsPlane } from './accounts-plane.ts';
import { openCampaigns } from './campaigns-plane.ts';
import type { DataPlane } from './data-plane.ts';
import type { Observation } from './observation.ts';
import type { MediaPlane } from './overrides.ts';
import { openSharedLimits } from './shared-limits.ts';

const maxPassedStreams = 1000;

export interface HttpParts {
  readonly config: Config;
  readonly plane: DataPlane;
  readonly media: MediaServer;
  readonly mediaPlane: MediaPlane;
  readonly observation: Observation;
  readonly accounts: AccountsPlane;
  readonly log: Log;
}

/** Everything that answers on `PORT`. */
export async function openHttp({ config, plane, media, mediaPlane, observation, accounts, log }: HttpParts) {
  const { host, port: httpPort, consoleDir } = config.http;
  const { isDiskTrouble } = plane;
  const { authenticator } = accounts;
  const limits = config.http.rateLimitPerMinute === 'off' ? undefined : openSharedLimits(plane.database, log);
  const app = await createServer({
    log,
    version: config.version,
    isDiskTrouble,
    authenticator,
    ...config.http,
    ...(limits === undefined ? {} : { limitStores: limits }),
  });
  const addresses = createAddresses({ ...config.http, httpPort, mediaPort: () => media.port });
  const { flows, calls, desk, recordings, recordingTokens, mp3Files, recordingsDir, callLog } = plane;
  const telephony = createTelephony({
    flows,
    calls,
    handoffs: plane.transfers,
    recorded: plane.callRecordings.told,
    async tokenOf(organisation) {
      const found = await plane.connections.credentialsFor(organisation, 'telephony_a');
      return found.state === 'connected' ? found.credentials.authToken : undefined;
    },
  });

  const audit = createAudit(
    createAuditStore((organisation) => forOrganisation(plane.database, organisation)),
    () => new Date(),
  );
  watchChanges(app, audit);
  registerAuditRoutes(app, audit);
  observation.register(app, {
    mediaStatus: () => media.status(),
    callLog,
    jobs: plane.jobs.tally,
    limits: { alone: () => limits?.callers.alone ?? 0 },
  });
  registerHealthRoutes(app, {
    version: config.version,
    modelsDir: config.media.modelsDir,
    mediaStatus: () => media.status(),
    callLog,
    disk: plane.disk,
    isDraining: () => plane.calls.draining,
    checkDatabase: () => checkAnswers(plane.database),
  });
  accounts.register(app);
  registerJobRoutes(app, createJobDesk(plane.database, plane.jobs));
  registerSpeakerRoutes(app, mediaPlane.listSpeakers);
  const agents = createAgents({
    store: createAgentStore(plane.database),
    voices: mediaPlane.listSpeakers,
    endpointRefusal: createOutbound(config.webhooks).refusal,
    onDocuments: createKnowledgeReader({
      store: createKnowledgeStore(plane.database),
      readings: plane.agents.readings,
      onTrouble: (error) => log.error({ err: error }, 'documents of an agent could not be read'),
    }),
    now: () => new Date(),
  });
  registerAgentRoutes(app, agents);
  const campaigns = openCampaigns({ plane, agents });
  registerCampaignRoutes(app, campaigns);
  registerTargetRoutes(app, { campaigns, targets: plane.dialer.targets, sightOf: plane.people.humanAgents.sightOf });
  const recordingParts = { recordings, recordingTokens, mp3Files, recordingsDir };
  registerCallRoutes(app, { calls, desk, flows, ...recordingParts, addresses, httpPort });
  registerOutboundCallRoutes(app, plane.outboundRequests);
  registerClickToCallRoutes(app, plane.clickToCall);
  registerTransferRoutes(app, { transfers: plane.transfers, sees: desk.sees });
  registerHumanAgentRoutes(app, plane.people.humanAgents);
  registerQueueRoutes(app, plane.people.queues);
  registerContactRoutes(app, plane.people.contacts);
  registerImportRoutes(app, plane.people.imports);
  registerDocumentRoutes(app, plane.documents);
  registerRunRoutes(app, plane.agents.runs);
  registerReadingRoutes(app, plane.agents.readings);
  registerQuestionRoutes(app, plane.agents);
  registerOcrRoutes(app, plane.agents);
  registerAudioRoutes(app, plane.agents);
  // Requests that wait for a document would keep the server from closing.
  app.addHook('preClose', async () => {
    plane.agents.stopWaiting();
  });
  registerConnectionRoutes(app, plane.connections);
  registerWebhookRoutes(app, plane.webhooks);
  registerTelephonyRoutes(app, {
    others: (forms) => registerClickToCallHooks(forms, plane.clickToCall),
    ...{ telephony, addresses, httpPort, publicBaseUrl: config.http.publicBaseUrl },
    ...config.telephony,
  });
  registerConsole(app, {
    dir: consoleDir,
    mediaOrigin: (request) => addresses.media(addressedOf(request, httpPort)),
  });
  const live = openLiveSocket(app.server, {
    path: '/api/voice/calls/live',
    authenticator,
    mayLook: ({ scopes }) => scopes.includes('voice:calls:read'),
    look: async (identity) => ({ calls: await desk.live(viewerOf({ identity })) }),
  });
  const passthrough = openPassthrough(app.server, {
    isOthers: live.handles,
    target: () => ({ host: connectable(config.media.host), port: media.port }),
    maxStreams: maxPassedStreams,
    connectTimeoutMs: 5000,
    log,
  });

  return {
    app,
    listen: () =>
      app.listen({ host, port: httpPort }).catch((cause: unknown) => {
        throw listenFault(cause, 'PORT', host, httpPort);
      }),
    async close() {
      live.close();
      passthrough.close();
      await app.close();
      await limits?.close();
    },
  };
}

/** An address to listen on everywhere is reached at home. */
const connectable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);
