import { createHmac } from 'node:crypto';
import { type Clock, systemClock } from '../kit/clock.ts';
import { createAuthentication, type SipAccount } from './authentication.ts';
import { createGate } from './gate.ts';
import { createAddressGuard } from './guard.ts';
import { createIncomingLeg, type IncomingLegOptions, type RoutedLeg } from './incoming-leg.ts';
import { keepPhonesAlive } from './keep-alive.ts';
import type { SipLeg } from './leg.ts';
import { addressTowards, createLocalAddresses } from './local-address.ts';
import { callIdOf, headerOf, type SipRequest, tagOf } from './message.ts';
import { objectionTo } from './objection.ts';
import { createOutgoingLeg, type DialOptions } from './outgoing-leg.ts';
import { type Binding, createRegistrar, type Registrar } from './registrar.ts';
import { openRegistration, type Registration, type RegistrationOptions } from './registration.ts';
import type { ServerTransaction } from './server-transaction.ts';
import { isIntervalTooShort, supportsTimer, tooShort } from './session-timer.ts';
import { type SipSiblings, sendThrough } from './siblings.ts';
import { createTransactions } from './transactions.ts';
import type { SendTo, SipPeer, SipTransportName } from './transport.ts';
import { openTransports } from './transports.ts';

/** Who calls us. */
export type SipOrigin =
  | { readonly kind: 'phone'; readonly accountId: string }
  | { readonly kind: 'trunk'; readonly trunkId: string };

export interface SipPorts {
  accountOf(username: string): Promise<SipAccount | undefined>;
  /**
   * Returns the trunk that an INVITE comes from: by the user part of the Contact we registered, or by its address, which
   * is undefined for a registered phone.
   */
  trunkOf(address: string | undefined, contactUser: string): string | undefined;
  onBindings(accountId: string, bindings: readonly Binding[]): void;
  /** A call whose origin is proven. It must be answered or refused. */
  onCall(leg: SipLeg, origin: SipOrigin): void;
}

export interface SipServerOptions {
  readonly host: string;
  readonly port: number;
  readonly transports: readonly SipTransportName[];
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  readonly publicAddress?: string | undefined;
  /** Secret from which the keys of nonces and tags derive. */
  readonly secret: string;
  readonly clock?: Clock;
  readonly siblings?: SipSiblings | undefined;
  readonly ports: SipPorts;
  log(message: string, detail: Readonly<Record<string, unknown>>): void;
}

export interface SipServer {
  readonly port: number;
  portOf(transport: SipTransportName): number;
  readonly registrar: Pick<Registrar, 'bindings' | 'remove'>;
  dial(options: DialOptions): SipLeg;
  register(options: Omit<RegistrationOptions, 'transactions' | 'addresses' | 'clock'>): Registration;
  /** Our address for media, as a peer reaches it. */
  mediaAddressFor(peer: SipPeer): string;
  readonly calls: number;
  /** Resolves when no call is left. */
  callsOver(): Promise<void>;
  /** Receives what another server passed on. */
  receive(bytes: Buffer, source: SipPeer): void;
  /** Sends an answer to a peer whose message was passed on from here. */
  readonly send: SendTo;
  /** Messages dropped because an address sent too many. */
  readonly dropped: number;
  /** Hangs up all calls, withdraws registrations and closes the sockets. */
  close(): Promise<void>;
}

/** Name that our challenges show. */
const realm = 'parley';
const maxTransactions = 5000;
/** Longest wait for the answers to our last requests before the sockets are closed. */
const closeMs = 1000;
/** Time for our BYE requests to leave. */
const byeMs = 100;

const deriveKey = (secret: string, use: string): Buffer => createHmac('sha256', secret).update(`sip ${use}`).digest();

/** Opens the sockets. Rejects with the system's error if a port is taken. */
export async function openSipServer(options: SipServerOptions): Promise<SipServer> {
  const { clock = systemClock, ports, log, secret, siblings } = options;
  const wallNowMs = (): number => Date.now();
  const guard = createAddressGuard(clock);
  const authentication = createAuthentication({
    realm,
    key: deriveKey(secret, 'nonce'),
    wallNowMs,
    accountOf: ports.accountOf,
  });
  const registrar = createRegistrar({ clock, wallNowMs, onChange: ports.onBindings });
  const legs = createLegs();
  const registrations = createRegistrations();
  const transports = await openTransports({
    ...options,
    names: options.transports,
    onMessage: (bytes, source) => receive(bytes, source),
  });
  const addresses = createLocalAddresses({ ...options, portOf: transports.portOf });
  const send = sendThrough(transports.send, siblings);
  const transactions = createTransactions({
    clock,
    send,
    maxTransactions,
    onRequest: (transaction) => void handle(transaction).catch((error: unknown) => failed(transaction, error)),
    onAcknowledgement(request, source) {
      const leg = legs.of(request);
      if (leg?.peer.address === source.address) leg.acknowledged(request);
    },
  });

  function failed(transaction: ServerTransaction, error: unknown): void {
    log('error in a SIP request', { method: transaction.request.method, error: String(error) });
    transaction.respond({ status: 500 });
  }

  /** The networks of a trunk may contain phones, of its organisation or of another one. */
  function trunkOf(request: SipRequest, source: SipPeer): string | undefined {
    const user = /^sips?:([^@;]*)@/.exec(request.uri)?.[1] ?? '';
    const trunk = ports.trunkOf(source.address, user);
    return trunk !== undefined && registrar.isAt(source) ? ports.trunkOf(undefined, user) : trunk;
  }

  /** Handles a request of a dialog, of a trunk, or with credentials to check. */
  async function handle(transaction: ServerTransaction): Promise<void> {
    const { request, source } = transaction;
    const objection = objectionTo(request);
    if (objection !== undefined) return transaction.respond(objection);
    const leg = legs.of(request);
    if (leg !== undefined) return leg.receive(transaction);
    if (request.method === 'INVITE' && headerOf(request, 'max-forwards') === '0')
      return transaction.respond({ status: 483 });
    const trunkId = request.method === 'INVITE' ? trunkOf(request, source) : undefined;
    if (trunkId !== undefined) return receiveCall(transaction, { kind: 'trunk', trunkId });
    const account = await authentication.check(request);
    if (account === undefined) {
      guard.failed(source.address);
      return transaction.respond({ status: 403, reason: 'Wrong name or password' });
    }
    guard.succeeded(source.address);
    if (request.method === 'REGISTER') return transaction.respond(registrar.register(account.id, request, source));
    receiveCall(transaction, { kind: 'phone', accountId: account.id });
  }

  /** Creates a leg that gets its messages until it is over. */
  function routed(create: (common: Omit<IncomingLegOptions, 'transaction'>) => RoutedLeg): RoutedLeg {
    const leg: RoutedLeg = create({ transactions, clock, addresses, onOver: () => legs.remove(leg) });
    legs.add(leg);
    return leg;
  }

  function receiveCall(transaction: ServerTransaction, origin: SipOrigin): void {
    // A caller that does not support timers gets our own interval.
    if (supportsTimer(transaction.request) && isIntervalTooShort(transaction.request))
      return transaction.respond(tooShort);
    const leg = routed((common) => createIncomingLeg({ ...common, transaction }));
    transaction.respond({ status: 100 });
    ports.onCall(leg, origin);
  }

  const receive = createGate({
    guard,
    authentication,
    transactions,
    send,
    siblings,
    tagKey: deriveKey(secret, 'tag'),
    peerOf: (request) => legs.of(request)?.peer,
    isTrunk: (request, source) => trunkOf(request, source) !== undefined,
  });
  const stopKeepAlive = keepPhonesAlive({ registrar, transactions, addresses, clock });

  return {
    port: transports.portOf('udp'),
    portOf: transports.portOf,
    registrar,
    dial: (dialOptions) => routed((common) => createOutgoingLeg({ ...dialOptions, ...common })),
    register(registrationOptions) {
      return registrations.add(openRegistration({ ...registrationOptions, transactions, addresses, clock }));
    },
    mediaAddressFor: ({ address }) => addressTowards(address, options),
    get calls() {
      return legs.size;
    },
    callsOver: legs.over,
    receive,
    send: transports.send,
    get dropped() {
      return guard.dropped;
    },
    async close() {
      stopKeepAlive();
      const byes = legs.size === 0 ? 0 : byeMs;
      for (const leg of legs.all()) leg.hangUp('the server is shutting down');
      const sent = new Promise<void>((resolve) => clock.after(byes, resolve));
      const withdrawn = Promise.all([sent, ...registrations.close()]);
      const deadline = new Promise<void>((resolve) => clock.after(closeMs, resolve));
      await Promise.race([withdrawn, deadline]);
      transactions.close();
      await transports.close();
    },
  };
}

/** The calls of the server. */
function createLegs() {
  const legs = new Map<string, RoutedLeg>();
  const waiting: (() => void)[] = [];
  const keyOf = (callId: string, localTag: string): string => `${callId}|${localTag}`;
  return {
    get size() {
      return legs.size;
    },
    all: (): RoutedLeg[] => [...legs.values()],
    add: (leg: RoutedLeg): void => void legs.set(keyOf(leg.callId, leg.localTag), leg),
    remove(leg: RoutedLeg): void {
      legs.delete(keyOf(leg.callId, leg.localTag));
      if (legs.size === 0) for (const resolve of waiting.splice(0)) resolve();
    },
    over: (): Promise<void> =>
      legs.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve);
          }),
    /** Both tags identify a call; a phone of RFC 2543 has none. */
    of(request: SipRequest): RoutedLeg | undefined {
      const leg = legs.get(keyOf(callIdOf(request), tagOf(request, 'to') ?? ''));
      const isItsPeer = leg?.remoteTag === '' || leg?.remoteTag === (tagOf(request, 'from') ?? '');
      return isItsPeer ? leg : undefined;
    },
  };
}

/** Our registrations elsewhere, until each is closed. */
function createRegistrations() {
  const open = new Set<Registration>();
  return {
    add(registration: Registration): Registration {
      open.add(registration);
      return {
        get status() {
          return registration.status;
        },
        close() {
          open.delete(registration);
          return registration.close();
        },
      };
    },
    /** Withdraws all of them. */
    close: (): Promise<void>[] => [...open].map((registration) => registration.close()),
  };
}
