import type { SessionKind, SessionRef, StreamDialect } from '../../../../media/ports.ts';
import type { Claimed, Place, TicketSeal, TicketStore } from '../../../cluster/index.ts';
import { isDatabaseAway, unlessAway } from '../../../data/index.ts';
import { createGrowingCache } from '../../../growing-cache.ts';
import type { MediaTokens, TokenOptions, TokenPool } from './media-tokens.ts';
import { type OfferedCall, type Ticket, ticketOfValues, ticketToValues } from './offered-call.ts';

export interface TicketOptions extends Omit<TokenOptions, 'make'> {
  /** Node where a slot is reserved for the stream. */
  readonly place?: Place;
  /** Call of the stream. Its token is then valid without the database, too. */
  readonly call?: OfferedCall;
}

export interface ClaimedSession extends SessionRef {
  /** The call according to its token, where several servers share the data. */
  readonly offered?: Ticket;
}

/** Single-use permissions to open a stream, within this process or on all nodes of a database. */
export interface StreamTickets {
  /** Returns the session's unused token, or a new one; undefined if too many tokens of its pool are waiting. */
  issue(session: SessionRef, dialect: StreamDialect, options?: TicketOptions): Promise<string | undefined>;
  /** Consumes the token and returns its session. Undefined if it is unknown, used, expired, or for another dialect. */
  claim(token: string, dialect: StreamDialect): Promise<ClaimedSession | undefined>;
  /** Returns the call that a token names, where several servers share the data; undefined for other tokens. */
  callOf(token: string, dialect: StreamDialect): string | undefined;
  /** Prevents the session's stream from being opened. */
  revoke(callUuid: string): void;
  /** Returns the sessions whose stream can no longer be opened. */
  sweep(): Promise<readonly SessionRef[]>;
  isFull(pool: TokenPool): boolean;
  /** Returns those of these sessions whose stream may be opened at another node. */
  awaited(callUuids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether another node than the issuing one may claim a token. */
  readonly isShared: boolean;
}

/** Keeps tickets in memory, for a process that does not share its data. */
export const ticketsOfProcess = (tokens: MediaTokens): StreamTickets => ({
  issue: async (session, dialect, options) => tokens.issue(session, dialect, options),
  claim: async (token, dialect) => tokens.claim(token, dialect),
  callOf: () => undefined,
  revoke: tokens.revoke,
  sweep: async () => tokens.sweep(),
  isFull: tokens.isFull,
  awaited: async () => new Set(),
  isShared: false,
});

export interface SharedTicketsOptions {
  /** Tokens issued by this process: limits how many wait, and repeats a token to a provider that asks again. */
  readonly tokens: MediaTokens;
  readonly store: TicketStore;
  readonly seal: TicketSeal;
  /** Time of the database, as far as it is known. */
  readonly nowMs: () => number;
  /**
   * Whether the database has answered for long enough that every server has written which streams it claimed meanwhile.
   */
  readonly isSteady: () => boolean;
  /** Id of this process among the nodes. */
  readonly node: string;
  readonly ttlMs: number;
  /** Called when a stream that the node `issuedBy` offered has been opened here. Not awaited. */
  readonly onClaimed: (callUuid: string, issuedBy: string) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** A provider opens the stream one or two seconds after it receives the address; a slow one within this time. */
const reservedForMs = 20_000;
const keptTokens = 10_000;

/**
 * Tickets for all nodes of a database. The token of a call contains the call, sealed: while the database is away, the
 * node that receives the stream admits it by the seal alone, once.
 */
export function ticketsOfNodes(options: SharedTicketsOptions): StreamTickets {
  const { tokens, store, node, seal } = options;
  /** Tokens that are already in the store, by session. */
  const stored = createGrowingCache<string>(keptTokens);
  /** Tokens that have opened a stream here. */
  const claimed = createGrowingCache<true>(keptTokens);
  const lapsed: SessionRef[] = [];

  const tokenFor = (
    session: SessionRef,
    dialect: StreamDialect,
    { call, isUnstored, ...rest }: Omit<TicketOptions, 'place'> & { readonly isUnstored: boolean },
  ): string | undefined => {
    const expiresMs = options.nowMs() + (rest.ttlMs ?? options.ttlMs);
    const make = call && (() => seal.seal(ticketToValues({ dialect, expiresMs, isUnstored, call })));
    return tokens.issue(session, dialect, make === undefined ? rest : { ...rest, make });
  };

  function ticketOf(token: string, dialect: StreamDialect): Ticket | undefined {
    const ticket = ticketOfValues(seal.open(token));
    return ticket?.dialect === dialect && ticket.expiresMs > options.nowMs() ? ticket : undefined;
  }

  /** Returns whether the token opens its stream now, and not for a second time. */
  function isFirst(token: string): boolean {
    if (claimed.has(token)) return false;
    claimed.set(token, true);
    return true;
  }

  function claimAlone(token: string, dialect: StreamDialect, ticket: Ticket): ClaimedSession | undefined {
    if (!isFirst(token)) return undefined;
    tokens.claim(token, dialect);
    return { kind: 'call', callUuid: ticket.call.uuid, offered: ticket };
  }

  function opened(token: string, dialect: StreamDialect, row: Claimed | undefined): SessionRef | undefined {
    if (row === undefined || !isFirst(token)) return undefined;
    const { kind, sessionUuid: callUuid, issuedBy } = row;
    if (issuedBy !== node) options.onClaimed(callUuid, issuedBy);
    else tokens.claim(token, dialect);
    return { kind: kind as SessionKind, callUuid };
  }

  return {
    async issue(session, dialect, { place, ...rest } = {}) {
      const token = tokenFor(session, dialect, { ...rest, isUnstored: false });
      if (token === undefined || stored.get(session.callUuid) === token) return token;
      const adding = store.add({
        token,
        kind: session.kind,
        sessionUuid: session.callUuid,
        dialect,
        nodeId: place?.node ?? null,
        reservedForMs: place === undefined ? 0 : reservedForMs,
        ttlMs: rest.ttlMs ?? options.ttlMs,
      });
      if (rest.call === undefined) await adding;
      else if ((await unlessAway(adding.then(() => true))) === undefined) {
        tokens.revoke(session.callUuid);
        return tokenFor(session, dialect, { ...rest, isUnstored: true });
      }
      stored.set(session.callUuid, token);
      return token;
    },
    async claim(token, dialect) {
      const ticket = ticketOf(token, dialect);
      if (ticket === undefined) return opened(token, dialect, await store.claim(token, dialect));
      if (ticket.isUnstored) return claimAlone(token, dialect, ticket);
      const claiming = await unlessAway(store.claim(token, dialect).then((row) => ({ row })));
      if (claiming === undefined) return claimAlone(token, dialect, ticket);
      const session = opened(token, dialect, claiming.row);
      return session && { ...session, offered: ticket };
    },
    callOf: (token, dialect) => ticketOf(token, dialect)?.call.uuid,
    revoke(callUuid) {
      tokens.revoke(callUuid);
      store.revoke([callUuid]).catch((error: unknown) => {
        if (!isDatabaseAway(error)) options.onTrouble(error);
      });
    },
    async sweep() {
      lapsed.push(...tokens.sweep());
      lapsed.splice(0, lapsed.length - keptTokens);
      if (lapsed.length === 0 || !options.isSteady()) return [];
      const these = [...lapsed];
      // A ticket claimed elsewhere also lapses in this process's memory, but its session is not over.
      const over = new Set(await store.revoke(these.map(({ callUuid }) => callUuid)));
      lapsed.splice(0, these.length);
      return these.filter(({ callUuid }) => over.has(callUuid));
    },
    isFull: tokens.isFull,
    awaited: (callUuids) => (callUuids.length === 0 ? Promise.resolve(new Set()) : store.awaited(callUuids)),
    isShared: true,
  };
}
