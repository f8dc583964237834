import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { SipLeg, SipOrigin, SipServer } from '../../../media/index.ts';
import type { Bus } from '../../cluster/index.ts';
import type { Config } from '../../config/config.ts';
import type { SipConfig } from '../../config/sip.ts';
import type { Database, OrganisationId, OwnerLock } from '../../data/index.ts';
import { StartFault } from '../../faults/start-fault.ts';
import type { Calls } from '../../features/calls/calls/index.ts';
import {
  createFarEnds,
  createPhoneCalls,
  createPhoneStore,
  createPhones,
  createPhoneWays,
  createReplaceableLegs,
  createSiblings,
  registerPhoneRoutes,
} from '../../features/calls/phones/index.ts';
import { createTrunkInbound } from '../../features/calls/trunks/index.ts';
import type { Flows } from '../../features/campaigns/campaigns/index.ts';
import { createMemberStore } from '../../features/people/members/index.ts';
import type { Log } from '../../log.ts';
import { createAddressTokens } from '../../secrets/index.ts';
import type { Cluster } from '../platform/cluster-module.ts';
import type { Lines } from '../platform/lines-module.ts';
import type { MediaPlane } from '../platform/overrides.ts';
import { openSettings } from '../platform/settings.ts';
import type { TrunksModule } from '../platform/trunks-module.ts';

export interface PhonesModuleOptions {
  readonly config: Pick<Config, 'accounts' | 'data' | 'sip'>;
  readonly database: Database;
  readonly owner: OwnerLock;
  readonly calls: Calls;
  readonly flows: Flows;
  readonly lines: Lines;
  readonly bus: Bus;
  readonly cluster: Pick<Cluster, 'about'>;
  readonly trunks: TrunksModule;
  readonly sessionSecret: string;
  readonly publicBaseUrl: () => string | undefined;
  readonly log: Log;
  readonly now: () => Date;
}

type SipPlane = Required<Pick<MediaPlane, 'openSipServer'>>;

const usualPort = 5060;
/** Time to scan the code of a new phone. */
const linphoneTokenMs = 600_000;

/** Reads what decides which phone or flow answers an extension. */
export async function knowsExtension(
  database: Database,
  organisation: OrganisationId,
  extension: string,
): Promise<void> {
  const { byExtension, flowWithExtension } = createPhoneStore(database);
  await Promise.all([byExtension(organisation, extension), flowWithExtension(organisation, extension)]);
}

/** Telephones that register with this server. */
export function openPhonesModule(options: PhonesModuleOptions) {
  const { config, calls, flows, lines, trunks, log, now } = options;
  const { sip } = config;
  const { remembered } = options.database;
  const opened: SipServer[] = [];
  const server = (): SipServer | undefined => opened[0];
  const liveNodes = options.cluster.about.lastKnown;
  const siblings = createSiblings({ bus: options.bus, node: options.owner.id, liveNodes, server });
  const phones = createPhones({
    store: createPhoneStore(options.database),
    settings: openSettings(options.database, options),
    owner: options.owner,
    onAccountChanged: (phoneUuid) => server()?.registrar.remove(phoneUuid),
    now,
  });

  /** Returns what a person types into a phone: the address by which this person reaches the server. */
  function domainFor(host: string, { publicAddress, host: listening, port }: SipConfig): string {
    const isEverywhere = listening === '0.0.0.0' || listening === '::';
    const address = isEverywhere ? (publicAddress ?? host) : listening;
    return port === usualPort ? address : `${address}:${port}`;
  }

  const linphoneTokens = createAddressTokens({
    secret: options.sessionSecret,
    purpose: 'phone',
    validMs: linphoneTokenMs,
    now,
    hasLeft: createMemberStore(options.database).hasLeft,
  });

  /** A certificate of one's own is refused by a phone that nobody told about it, so TLS is the last choice. */
  function registrarFor(host: string, { transports, port, ...rest }: SipConfig) {
    const transport = (['tcp', 'udp'] as const).find((name) => transports.includes(name)) ?? 'tls';
    const domain = domainFor(host, { ...rest, transports, port: transport === 'tls' ? port + 1 : port });
    return { domain, transport } as const;
  }

  async function open(sipConfig: SipConfig, mediaPlane: SipPlane): Promise<void> {
    const sipServer = await mediaPlane
      .openSipServer({
        ...(await serverOptions(sipConfig)),
        secret: options.sessionSecret,
        siblings: options.database.dialect === 'sqlite' ? undefined : siblings,
        log: (message, detail) => log.info(detail, message),
        ports: {
          accountOf: (username) => remembered(() => phones.accountOf(username)),
          trunkOf: trunks.trunkOf,
          onBindings: (phoneUuid, bindings) =>
            void remembered(() => phones.registered(phoneUuid, bindings)).catch((error: unknown) =>
              log.warn({ err: error, phoneUuid }, 'failed to store the registration of a phone'),
            ),
          onCall: (leg, origin) =>
            void answer(leg, origin).catch((error: unknown) => {
              log.warn({ err: error }, 'failed to answer a telephone call');
              leg.hangUp('the server has an error');
            }),
        },
      })
      .catch((cause: unknown) => {
        throw portFault(sipConfig, cause);
      });
    opened.push(sipServer);
    const { bindings } = sipServer.registrar;
    const replaceable = createReplaceableLegs();
    const ways = createPhoneWays({ phones, bindings, dial: sipServer.dial });
    const farEnds = createFarEnds({
      legs: replaceable,
      waysTo: (...phone) => remembered(() => ways.toExtension(...phone)),
    });
    const agentCalls = {
      calls,
      openLine: lines.lines.open,
      legs: trunks.legs,
      farEnds,
      log,
    };
    const onPhoneCall = createPhoneCalls({ ...agentCalls, phones, flows, ways, replaceable });
    const { flowWithExtension } = phones;
    const onTrunkCall = createTrunkInbound({ ...agentCalls, flows, flowWithExtension, replaceable, find: trunks.find });
    const answer = async (leg: SipLeg, origin: SipOrigin): Promise<void> => {
      // Another server may take it. A leg that replaces another one belongs to a call in progress.
      if (calls.draining && leg.replaces === undefined) return leg.refuse(503, 'The server is shutting down');
      return remembered(() => (origin.kind === 'trunk' ? onTrunkCall(leg, origin.trunkId) : onPhoneCall(leg, origin)));
    };
    await trunks.attach(sipServer, sipConfig, { calls, phones, farEnds });
    log.info({ port: sipServer.port, transports: sipConfig.transports }, 'accepting telephones');
  }

  return {
    phones,
    routes: (app: FastifyInstance) =>
      registerPhoneRoutes(app, {
        phones,
        now,
        tokens: linphoneTokens,
        publicBaseUrl: options.publicBaseUrl,
        registrarFor: (host) => sip && registrarFor(host, sip),
        serverFor: (host) => ({
          is_on: sip !== undefined,
          sip_domain: sip === undefined ? null : domainFor(host, sip),
          transports: sip === undefined ? [] : [...sip.transports],
        }),
      }),
    /** Opens the sockets, once calls can be answered. Throws `sip_port_in_use` and `sip_certificate_unreadable`. */
    async listen({ openSipServer }: MediaPlane): Promise<void> {
      lines.watch();
      if (sip === undefined || openSipServer === undefined) return;
      await phones.forgetRegistrations();
      await open(sip, { openSipServer });
    },
    /** Waits until no call is left, for at most `mostMs`. New ones are refused meanwhile. */
    async drain(mostMs: number): Promise<void> {
      const waiting = new AbortController();
      const { signal } = waiting;
      await Promise.race([server()?.callsOver(), pause(mostMs, undefined, { signal }).catch(() => {})]);
      waiting.abort();
    },
    async close() {
      await trunks.close();
      await server()?.close();
    },
  };
}

async function serverOptions({ tls, ...sip }: SipConfig) {
  if (tls === undefined) return sip;
  const [cert, key] = await Promise.all([tls.certPath, tls.keyPath].map((path) => readFile(path))).catch(
    (cause: unknown) => {
      throw new StartFault('sip_certificate_unreadable', 'The certificate for telephones cannot be read.', { cause });
    },
  );
  return { ...sip, tls: { cert: cert as Buffer, key: key as Buffer } };
}

function portFault({ port }: SipConfig, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'EADDRINUSE' ? new StartFault('sip_port_in_use', `SIP port ${port} is in use.`, { cause }) : cause;
}
