import type { FastifyInstance } from 'fastify';
import type { Placement } from '../../cluster/index.ts';
import type { Database } from '../../data/index.ts';
import type { Agents } from '../../features/agents/agents/index.ts';
import type { CallEnded } from '../../features/calls/calls/index.ts';
import {
  createAudiences,
  createCallEnds,
  createDialer,
  createOutboundRequests,
  createProgress,
  createRequestStore,
  createTargetStore,
  type DialWatchOptions,
  type Places,
  registerOutboundCallRoutes,
  registerTargetRoutes,
} from '../../features/calls/dialing/index.ts';
import { createNumberStore } from '../../features/calls/telephony-connections/index.ts';
import {
  createCampaigns,
  createCampaignVoices,
  createClear,
  createExamine,
  createFigures,
  createFlowStore,
  createMetricsStore,
  createMove,
  createPreflight,
  type Flows,
  registerCampaignRoutes,
  registerCampaignVersionRoutes,
  registerPreflightRoutes,
} from '../../features/campaigns/campaigns/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import type { Providers } from '../../telephony/index.ts';
import { createVersionStore } from '../../versions/index.ts';
import type { Calling } from '../calls/calling-module.ts';
import type { Dialing } from '../calls/dialing-module.ts';
import type { openPeopleModule } from '../people/people-module.ts';
import type { MediaLink } from '../platform/media-link.ts';
import type { Every } from '../platform/rounds.ts';

export interface CampaignsModuleOptions {
  /** Whether this process dials. */
  readonly isDialing: boolean;
  readonly providers: Pick<Providers, 'callsPerSecond'>;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly agents: Agents;
  readonly flows: Flows;
  readonly people: Pick<ReturnType<typeof openPeopleModule>, 'contactStore' | 'sightOf'>;
  readonly dialing: Dialing;
  readonly calls: Calling['calls'];
  readonly doubtOf: Parameters<typeof createPreflight>[0]['doubtOf'];
  readonly media: Pick<MediaLink, 'listSpeakers'>;
  readonly placement: Pick<Placement, 'isRefusing'>;
  readonly callEnded: CallEnded;
  readonly places: Places;
  readonly closePersons: DialWatchOptions['closePersons'];
  readonly log: Log;
  readonly voiceReasons: Parameters<typeof createCampaigns>[0]['voiceReasons'];
  readonly every: Every;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** The maximum delay between the opening of a contact's time window and the dial. */
const dialEveryMs = 3000;
const watchEveryMs = 5000;

/** Opens campaigns, outbound calls, and the watch over dialled calls without callbacks. */
export function openCampaignsModule(options: CampaignsModuleOptions) {
  const { database, jobs, agents, flows, people, dialing, calls, media, places, log, every, now, nowMs } = options;
  const { outbound } = dialing;
  const isRefusing = async (): Promise<boolean> => calls.draining || (await options.placement.isRefusing());
  const requests = createOutboundRequests({
    store: createRequestStore(database),
    flows,
    contacts: people.contactStore,
    sightOf: people.sightOf,
    outbound,
    jobs,
    isRefusing,
    now,
  });
  const dialer = createDialer({
    database,
    jobs,
    places,
    telephone: outbound,
    callsPerSecond: options.providers.callsPerSecond,
    isRefusing,
    isStopping: () => calls.draining,
    log,
    now,
    nowMs,
  });
  const store = createFlowStore(database);
  const examine = createExamine({ telephone: outbound, store, numbers: createNumberStore(database), now });
  const clear = createClear(examine);
  const audiences = createAudiences(database);
  const { doubtOf } = options;
  const preflight = createPreflight({ store, flows, agents, examine, telephone: outbound, doubtOf, audiences, now });
  const move = createMove({ store, clear, dialer, now });
  const figures = createFigures(createMetricsStore(database), now);
  const campaignVoices = createCampaignVoices({ agents, store, voices: media.listSpeakers });
  const { voiceReasons } = options;
  const campaigns = createCampaigns({ flows, store, agents, campaignVoices, figures, clear, move, voiceReasons, now });
  const watch = dialing.watchWith(options.closePersons);
  options.callEnded.subscribe(createCallEnds({ store: createTargetStore(database), now }));

  const dial = async (): Promise<void> => (calls.draining ? undefined : dialer.tend());
  const dialRounds = every(dialEveryMs, dial, log, 'campaign tick failed');
  const watchRounds = every(
    watchEveryMs,
    askAfterDialled,
    log,
    'failed to query the provider for the status of outbound calls',
  );

  async function askAfterDialled(): Promise<void> {
    const closed = await watch.round();
    if (closed > 0) log.warn({ calls: closed }, 'closed dialled calls without a provider callback');
  }

  return {
    routes(app: FastifyInstance) {
      registerCampaignRoutes(app, campaigns);
      registerCampaignVersionRoutes(app, { campaigns, store, versions: createVersionStore(database) });
      registerPreflightRoutes(app, { audiences, preflight, now });
      registerTargetRoutes(app, {
        campaigns,
        targets: dialer.targets,
        progress: createProgress(database),
        sightOf: people.sightOf,
        now,
      });
      registerOutboundCallRoutes(app, requests);
    },
    start() {
      if (!options.isDialing) return;
      dialRounds.start({ atOnce: true });
      watchRounds.start();
    },
    async close() {
      await Promise.all([dialRounds.stop(), watchRounds.stop()]);
    },
  };
}
