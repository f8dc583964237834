import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { type Database, unlessAway } from '../../data/index.ts';
import type { TextChats } from '../../features/agents/text-chats/index.ts';
import {
  createVisits,
  createWidgetStore,
  createWidgets,
  registerPublicWidgetRoutes,
  registerWidgetRoutes,
} from '../../features/agents/widgets/index.ts';
import {
  type CallStore,
  type Calls,
  createWebsiteCallStore,
  type WrittenCalls,
  websiteLine,
} from '../../features/calls/calls/index.ts';
import type { Flows } from '../../features/campaigns/campaigns/index.ts';
import { createMemoryLimitStore } from '../../http/limits/limit-store.ts';
import { type Addresses, addressedOf, streamUrl } from '../../http/media-address.ts';
import type { Log } from '../../log.ts';
import { every } from '../platform/rounds.ts';
import type { StreamCheck } from '../session-router.ts';

export interface WebsiteModuleOptions {
  readonly config: Pick<Config, 'http'>;
  readonly database: Database;
  readonly addresses: Addresses;
  readonly flows: Pick<Flows, 'alone' | 'get'>;
  readonly chats: TextChats;
  readonly calls: Pick<Calls, 'offer'>;
  readonly callStore: Pick<CallStore, 'find'>;
  readonly writtenCalls: WrittenCalls;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** Addresses whose conversations of the last minute are counted. */
const maxAddresses = 20_000;
const sweepEveryMs = 60_000;

/** Opens agents on websites: their settings, and the conversations of visitors. */
export function openWebsiteModule(options: WebsiteModuleOptions) {
  const { config, database, addresses, flows, now, nowMs } = options;
  const store = createWidgetStore(database);
  const widgets = createWidgets({
    store,
    now,
    hasAgent: async (organisation, uuid) => (await flows.alone(organisation, uuid)) !== undefined,
    isCampaignOf: async (organisation, uuid, agentUuid) =>
      (await flows.get(organisation, uuid))?.voiceAgentUuid === agentUuid,
  });
  const visits = createVisits({
    store,
    chats: options.chats,
    now,
    recordOf:
      ({ organisationId, flowUuid, origin }) =>
      (uuid, agent) =>
        options.writtenCalls(organisationId, { uuid, flowUuid, origin, ...agent }),
    starts: createMemoryLimitStore({ nowMs, capacity: maxAddresses }),
    async agentOf({ organisationId, agentUuid, campaignUuid }) {
      const campaign = campaignUuid === null ? undefined : await flows.get(organisationId, campaignUuid);
      const flow = campaign?.voiceAgentUuid === agentUuid ? campaign : await flows.alone(organisationId, agentUuid);
      if (flow?.agent === undefined) return undefined;
      return { agent_name: flow.config.agent_name, languages: [...flow.languages], flowUuid: flow.uuid };
    },
    calls: {
      ...createWebsiteCallStore(database),
      async offer({ organisationId, flowUuid, origin, address }) {
        const offer = await options.calls.offer(organisationId, {
          flowUuid,
          callType: 'inbound',
          dialect: websiteLine,
          from: websiteLine,
          to: origin,
          isVerified: false,
          source: { address, network: 'unknown' },
        });
        return offer.kind === 'stream' ? offer : undefined;
      },
    },
  });
  const { port: httpPort } = config.http;
  const sweeping = every(sweepEveryMs, async () => options.chats.sweep(), options.log, 'failed to end idle chats');
  return {
    /**
     * Ports of sessions that are calls: only a page of the origin that was offered a call opens its stream. The ticket
     * contains the origin; without a ticket and without the database nobody is known to be allowed.
     */
    async isForged(...[callUuid, dialect, { origin }, offered]: Parameters<StreamCheck>): Promise<boolean> {
      if (dialect !== websiteLine) return false;
      const call = offered?.call ?? (await unlessAway(options.callStore.find(callUuid)));
      return call?.toNumber !== origin;
    },
    routes(app: FastifyInstance) {
      registerWidgetRoutes(app, widgets);
      registerPublicWidgetRoutes(app, {
        visits,
        ownOriginOf: (request) => addresses.base(addressedOf(request, httpPort)),
        streamUrlOf(request, token, mediaBaseUrl) {
          const base = mediaBaseUrl ?? addresses.media(addressedOf(request, httpPort));
          return base === undefined ? undefined : streamUrl(base, websiteLine, token);
        },
      });
    },
    start: () => sweeping.start(),
    async close() {
      await sweeping.stop();
      options.chats.close();
    },
  };
}
