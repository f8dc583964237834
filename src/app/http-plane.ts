import type { MediaServer } from '../../media/index.ts';
import type { Config } from '../config/config.ts';
import { checkAnswers, forOrganisation } from '../data/index.ts';
import { createAgentStore, createAgents, registerAgentRoutes } from '../features/agents/index.ts';
import { createAudit, createAuditStore, registerAuditRoutes, watchChanges } from '../features/audit/index.ts';
import { registerCallRoutes } from '../features/calls/index.ts';
import { registerImportRoutes } from '../features/contact-imports/index.ts';
import { registerContactRoutes } from '../features/contacts/index.ts';
import { registerDocumentRoutes } from '../features/documents/index.ts';
import { registerFlowRoutes } from '../features/flows/index.ts';
import { registerHealthRoutes } from '../features/health/index.ts';
import { registerHumanAgentRoutes } from '../features/human-agents/index.ts';
import { createJobDesk, registerJobRoutes } from '../features/jobs/index.ts';
import { registerOcrRoutes } from '../features/ocr/index.ts';
import { createSecretSettings, createSettingStore } from '../features/settings/index.ts';
import { registerSpeakerRoutes } from '../features/speakers/index.ts';
import { createTelephony, registerTelephonyRoutes } from '../features/telephony/index.ts';
import { createConnections, registerConnectionRoutes } from '../features/telephony-connections/index.ts';
import { registerWebhookRoutes } from '../features/webhooks/index.ts';
import { registerConsole } from '../http/console.ts';
import { listenFault } from '../http/free-port.ts';
import { addressedOf, createAddresses } from '../http/media-address.ts';
import { openPassthrough } from '../http/media-passthrough.ts';
import { createServer } from '../http/server.ts';
import type { Log } from '../log.ts';
import { createOutbound } from '../outbound/index.ts';
import { createSealer } from '../secrets/index.ts';
import type { AccountsPlane } from './accounts-plane.ts';
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
  const { flows, calls, recordings, recordingTokens, mp3Files, recordingsDir, callLog } = plane;
  const telephony = createTelephony(flows, calls);

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
  registerFlowRoutes(app, flows);
  registerJobRoutes(app, createJobDesk(plane.database, plane.jobs));
  registerSpeakerRoutes(app, mediaPlane.listSpeakers);
  registerAgentRoutes(
    app,
    createAgents({
      store: createAgentStore(plane.database),
      voices: mediaPlane.listSpeakers,
      endpointRefusal: createOutbound(config.webhooks).refusal,
      now: () => new Date(),
    }),
  );
  const recordingParts = { recordings, recordingTokens, mp3Files, recordingsDir };
  registerCallRoutes(app, { calls, flows, ...recordingParts, addresses, httpPort });
  registerHumanAgentRoutes(app, plane.people.humanAgents);
  registerContactRoutes(app, plane.people.contacts);
  registerImportRoutes(app, plane.people.imports);
  registerDocumentRoutes(app, plane.documents);
  registerOcrRoutes(app, plane.ocr);
  // Requests that wait for a document would keep the server from closing.
  app.addHook('preClose', async () => plane.stopReading());
  registerConnectionRoutes(app, createConnections(openSettings(plane, config)));
  registerWebhookRoutes(app, plane.webhooks);
  registerTelephonyRoutes(app, { telephony, addresses, httpPort, ...config.telephony });
  registerConsole(app, {
    dir: consoleDir,
    mediaOrigin: (request) => addresses.media(addressedOf(request, httpPort)),
  });
  const passthrough = openPassthrough(app.server, {
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
      passthrough.close();
      await app.close();
      await limits?.close();
    },
  };
}

const openSettings = ({ database }: Pick<DataPlane, 'database'>, { accounts }: Pick<Config, 'accounts'>) =>
  createSecretSettings(createSettingStore(database), createSealer(accounts.settingsKey), () => new Date());

/** An address to listen on everywhere is reached at home. */
const connectable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);
