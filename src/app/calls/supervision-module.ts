import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bus } from '../../cluster/index.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import type { CallEnded, CallRow, CallStore, StreamTickets, VisibleCalls } from '../../features/calls/calls/index.ts';
import {
  createSupervision,
  createSupervisionStore,
  registerSupervisionRoutes,
  type SupervisionOptions,
} from '../../features/calls/supervision/index.ts';
import { createMemberStore } from '../../features/people/members/index.ts';
import type { Addresses } from '../../http/media-address.ts';
import type { Log } from '../../log.ts';
import type { Cluster } from '../platform/cluster-module.ts';
import type { MediaLink } from '../platform/media-link.ts';
import type { Every } from '../platform/rounds.ts';
import type { Storage } from '../platform/storage-module.ts';
import type { LanguageModelModule } from '../voices/language-model-module.ts';

export interface SupervisionModuleOptions {
  readonly config: Pick<Config, 'http'>;
  readonly database: Database;
  readonly storage: Pick<Storage, 'owner'>;
  readonly bus: Bus;
  readonly cluster: Pick<Cluster, 'endStream' | 'about'>;
  readonly media: Pick<MediaLink, 'supervision' | 'tellAgent'>;
  readonly visibleCalls: VisibleCalls;
  readonly calls: Pick<CallStore, 'find'>;
  readonly flush: SupervisionOptions['flush'];
  readonly tokens: Pick<StreamTickets, 'issue'>;
  readonly callEnded: CallEnded;
  readonly addresses: Addresses;
  readonly languageModel: LanguageModelModule['ofFlow'];
  readonly every: Every;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** Bus subject for supervisors' actions on a call, sent to the node that handles it. */
const subject = 'calls.supervise';
const person = z.object({ userUuid: z.string(), name: z.string().nullable() });
const order = z.discriminatedUnion('act', [
  z.object({ act: z.literal('take_over'), session: z.string(), person }),
  z.object({ act: z.literal('hand_back'), session: z.string() }),
  z.object({
    act: z.literal('tell'),
    callUuid: z.string(),
    text: z.object({ kind: z.enum(['say', 'guide']), text: z.string(), person }),
  }),
]);
type Order = z.output<typeof order>;

const takeOver = z.enum(['taken', 'not_now', 'gone']);
/** Costs two queries for each person who listens. */
const roundEveryMs = 2_000;

/** Opens supervision: listening to calls and intervening in them. */
export function openSupervisionModule(options: SupervisionModuleOptions) {
  const { config, storage, bus, cluster, media, every, log } = options;
  const { owner } = storage;
  const members = createMemberStore(options.database);
  const store = createSupervisionStore(options.database);

  async function carryOut(wantedOrder: Order): Promise<unknown> {
    if (wantedOrder.act === 'take_over') return media.supervision.takeOver(wantedOrder.session, wantedOrder.person);
    if (wantedOrder.act === 'hand_back') return media.supervision.handBack(wantedOrder.session);
    return media.tellAgent(wantedOrder.callUuid, wantedOrder.text);
  }
  bus.serve(subject, async (body) => carryOut(order.parse(body)));

  /**
   * Sends an order to the node that handles the call. Returns undefined or null when the call is over or the node does
   * not answer.
   */
  async function at({ leaseOwner }: CallRow, wantedOrder: Order): Promise<unknown> {
    if (leaseOwner === null || leaseOwner === owner.id) return carryOut(wantedOrder);
    const reply = await bus.request(leaseOwner, subject, wantedOrder);
    return reply.kind === 'answer' ? reply.body : undefined;
  }

  const placeOf: SupervisionOptions['placeOf'] = async ({ leaseOwner }) => {
    if (leaseOwner === null || leaseOwner === owner.id) return { mediaBaseUrl: config.http.mediaBaseUrl ?? null };
    const node = (await cluster.about.nodes()).find(({ id }) => id === leaseOwner);
    return node?.mediaBaseUrl ? { mediaBaseUrl: node.mediaBaseUrl } : undefined;
  };

  const supervision = createSupervision({
    store,
    visibleCalls: options.visibleCalls,
    call: options.calls.find,
    flush: options.flush,
    placeOf,
    log,
    now: options.now,
    nowMs: options.nowMs,
    issue: (callUuid) => options.tokens.issue({ kind: 'supervision', callUuid }, 'listen'),
    takeOver: async (call, session, who) =>
      takeOver.catch('gone').parse(await at(call, { act: 'take_over', session, person: who })),
    handBack: async (call, session) => (await at(call, { act: 'hand_back', session })) === true,
    async tellAgent(call, text) {
      const isDelivered = await at(call, { act: 'tell', callUuid: call.uuid, text });
      return typeof isDelivered === 'boolean' ? isDelivered : undefined;
    },
    endStream: (uuid) => cluster.endStream(uuid, 'access_ended'),
    hasModel: async ({ organisationId, flowUuid }) =>
      (await options.languageModel(organisationId, flowUuid)) !== undefined,
    async mayListen({ organisationId, userUuid }) {
      // `get` also returns an invitation, which gives no rights yet.
      if (await members.hasLeft(organisationId, userUuid)) return false;
      const member = await members.get(organisationId, userUuid);
      return member !== undefined && member.role !== 'member';
    },
    onTrouble: (error) => log.error({ err: error }, 'failed to store who listened to a call'),
  });
  options.callEnded.subscribe(async (queries, _organisation, over) => {
    // Without a stream there was nothing to listen to.
    const heard = over.filter(({ startedAt }) => startedAt !== null);
    await supervision.callsOver(queries, heard, options.now().toISOString());
  });
  const rounds = every(roundEveryMs, supervision.round, log, 'failed to check who may still listen to calls');

  return {
    /** Ports for supervisors' sessions. */
    ports: supervision.ports,
    routes: (app: FastifyInstance) =>
      registerSupervisionRoutes(app, { supervision, addresses: options.addresses, httpPort: config.http.port }),
    start: () => rounds.start(),
    close: () => rounds.stop(),
  };
}
