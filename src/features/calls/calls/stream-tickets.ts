import type { SessionKind, SessionRef, StreamDialect } from '../../../../media/ports.ts';
import type { Place, TicketStore } from '../../../cluster/index.ts';
import { createGrowingCache } from '../../../growing-cache.ts';
import type { MediaTokens, TokenOptions, TokenPool } from './media-tokens.ts';

export interface TicketOptions extends TokenOptions {
  /** Node where a slot is reserved for the stream. */
  readonly place?: Place;
}

/** Single-use permissions to open a stream, within this process or on all nodes of a database. */
export interface StreamTickets {
  /** Returns the session's unused token, or a new one; undefined if too many tokens of its pool are waiting. */
  issue(session: SessionRef, dialect: StreamDialect, options?: TicketOptions): Promise<string | undefined>;
  /** Consumes the token and returns its session. Undefined if it is unknown, used, expired, or for another dialect. */
  claim(token: string, dialect: StreamDialect): Promise<SessionRef | undefined>;
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

export function ticketsOfNodes(options: SharedTicketsOptions): StreamTickets {
  const { tokens, store, node } = options;
  /** Tokens that are already in the store, by session. */
  const stored = createGrowingCache<string>(keptTokens);
  return {
    async issue(session, dialect, { place, ...rest } = {}) {
      const token = tokens.issue(session, dialect, rest);
      if (token === undefined || stored.get(session.callUuid) === token) return token;
      await store.add({
        token,
        kind: session.kind,
        sessionUuid: session.callUuid,
        dialect,
        nodeId: place?.node ?? null,
        reservedForMs: place === undefined ? 0 : reservedForMs,
        ttlMs: rest.ttlMs ?? options.ttlMs,
      });
      stored.set(session.callUuid, token);
      return token;
    },
    async claim(token, dialect) {
      const claimed = await store.claim(token, dialect);
      if (claimed === undefined) return undefined;
      const session = { kind: claimed.kind as SessionKind, callUuid: claimed.sessionUuid };
      if (claimed.issuedBy !== node) options.onClaimed(session.callUuid, claimed.issuedBy);
      else tokens.claim(token, dialect);
      return session;
    },
    revoke(callUuid) {
      tokens.revoke(callUuid);
      store.revoke([callUuid]).catch(options.onTrouble);
    },
    async sweep() {
      const lapsed = tokens.sweep();
      if (lapsed.length === 0) return [];
      // A ticket claimed elsewhere also lapses in this process's memory, but its session is not over.
      const over = new Set(await store.revoke(lapsed.map(({ callUuid }) => callUuid)));
      return lapsed.filter(({ callUuid }) => over.has(callUuid));
    },
    isFull: tokens.isFull,
    awaited: (callUuids) => (callUuids.length === 0 ? Promise.resolve(new Set()) : store.awaited(callUuids)),
    isShared: true,
  };
}
