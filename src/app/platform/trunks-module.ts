import type { FastifyInstance } from 'fastify';
import { locate, resolverFor, type SipServer } from '../../../media/index.ts';
import type { Bus } from '../../cluster/index.ts';
import type { Config } from '../../config/config.ts';
import type { SipConfig } from '../../config/sip.ts';
import type { Database, OwnerLock } from '../../data/index.ts';
import type { Calls } from '../../features/calls/calls/index.ts';
import { createOpenLegs, type FarEnds, type Phones } from '../../features/calls/phones/index.ts';
import { noOwnLegs, type OwnLegs } from '../../features/calls/transfers/index.ts';
import {
  createPeopleCalls,
  createPlacedLegs,
  createTeammateCalls,
  createTrunkCalls,
  createTrunkProvider,
  createTrunkRegistrations,
  createTrunkStore,
  createTrunks,
  type PeopleCalls,
  registerTrunkRoutes,
  type TrunkLink,
  type TrunkRegistrations,
} from '../../features/calls/trunks/index.ts';
import type { Log } from '../../log.ts';
import type { Lines } from './lines-module.ts';
import type { Every, Rounds } from './rounds.ts';
import { openSettings } from './settings.ts';

export interface TrunksModuleOptions {
  readonly database: Database;
  readonly config: Pick<Config, 'accounts' | 'data'>;
  readonly owner: OwnerLock;
  readonly lines: Pick<Lines, 'lines'>;
  readonly bus: Bus;
  readonly every: Every;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** The time within which another server notices a changed trunk, and takes those of a server that died. */
const roundMs = 10_000;

const off = { kind: 'not_placed', detail: 'SIP_PORT is not set, so telephones are off.' } as const;

interface Attached extends TrunkLink {
  readonly registrations: TrunkRegistrations;
  readonly rounds: Rounds;
  readonly teammates: OwnLegs;
  readonly people: PeopleCalls;
}

export interface AttachedFeatures {
  readonly calls: Calls;
  readonly phones: Pick<Phones, 'ofUser'>;
  readonly farEnds: FarEnds;
}

/** Trunks: registrations at a PBX or a provider of lines, and calls over them. */
export function openTrunksModule(options: TrunksModuleOptions) {
  const { owner, log, now, nowMs } = options;
  const { lines } = options.lines;
  const store = createTrunkStore(options.database);
  const opened: Attached[] = [];
  const link = (): Attached | undefined => opened[0];
  const legs = createOpenLegs({ connectLines: lines.connect });
  const trunks = createTrunks({
    store,
    settings: openSettings(options.database, options),
    onChanged: () => void round(),
    now,
  });
  let running: Promise<void> = Promise.resolve();

  /** Rounds follow one another: two at once would register twice. */
  function round(): Promise<void> {
    running = running
      .then(() => link()?.registrations.round())
      .catch((error: unknown) => log.error({ err: error }, 'failed to register the SIP trunks'));
    return running;
  }

  const provider = createTrunkProvider({ store, passwordOf: trunks.passwordOf, link, nowMs });
  const ownLegs = createPlacedLegs({
    bus: options.bus,
    node: owner.id,
    here: () => link()?.teammates ?? noOwnLegs,
    signallingOf: lines.signallingOf,
  });

  return {
    provider,
    /** Answered calls over SIP. */
    legs,
    ownPeopleCalls: {
      call: async (call) => (await link()?.people.call(call)) ?? off,
    } satisfies PeopleCalls,
    ownLegs: {
      ...ownLegs,
      // Another server of the database may have it.
      isOpen: (legId) => options.database.dialect !== 'sqlite' || ownLegs.isOpen(legId),
    } satisfies OwnLegs,
    trunkOf: (address: string | undefined, user: string): string | undefined =>
      link()?.registrations.trunkOf(address, user),
    find: (uuid: string) => link()?.registrations.find(uuid),
    /** Starts to register, once the telephone server listens. */
    async attach(
      sip: SipServer,
      { host, transports }: Pick<SipConfig, 'host' | 'transports'>,
      { calls, phones, farEnds }: AttachedFeatures,
    ): Promise<void> {
      const resolver = resolverFor(host);
      const locateTrunk: TrunkLink['locate'] = (domain, transport) => locate(domain, transport, resolver);
      const { register, dial } = sip;
      const registrations = createTrunkRegistrations({
        store,
        passwordOf: trunks.passwordOf,
        locate: locateTrunk,
        transports,
        register,
        owner,
        log,
      });
      const trunkCalls = createTrunkCalls({ dial, calls, legs, log });
      const { bindings } = sip.registrar;
      const openLine = lines.open;
      const teammates = createTeammateCalls({
        phones,
        bindings,
        dial,
        openLine,
        legs,
        farEnds,
        trunks: provider,
      });
      const rounds = options.every(roundMs, round, log, 'failed to register the SIP trunks');
      const people = createPeopleCalls({
        teammates,
        trunks: provider,
        legs,
        onTrouble: (error) => log.error({ err: error }, 'failed to dial the customer of a call between people'),
      });
      opened.push({ registrations, rounds, teammates, people, calls: trunkCalls, openLine, locate: locateTrunk });
      await round();
      rounds.start();
    },
    routes: (app: FastifyInstance) => registerTrunkRoutes(app, trunks),
    /** Withdrawing the registrations is up to the telephone server. */
    async close() {
      await link()?.rounds.stop();
      await running;
    },
  };
}

export type TrunksModule = ReturnType<typeof openTrunksModule>;
