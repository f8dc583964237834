import type { SessionKind, SessionRef, StreamDialect } from '../../../media/ports.ts';
import type { Place, TicketStore } from '../../cluster/index.ts';
import { createGrowingCache } from '../../growing-cache.ts';
import type { MediaTokens, TokenOptions, TokenPool } from './media-tokens.ts';

export interface TicketOptions extends TokenOptions {
  /** Where a slot is kept for the stream. */
  readonly place?: Place;
}

/** Permissions to open one stream, once: of this process, or of all nodes of a database. */
export interface StreamTickets {
  /** Returns the token that the session still waits with; undefined when too many wait in its pool. */
  issue(session: SessionRef, dialect: StreamDialect, options?: TicketOptions): Promise<string | undefined>;
  /** Uses the token up and returns its session. Undefined: unknown, used, expired, or made for another dialect. */
  claim(token: string, dialect: StreamDialect): Promise<SessionRef | undefined>;
  /** The session's stream must not be opened any more. */
  revoke(callUuid: string): void;
  /** Returns the sessions whose stream can no longer be opened. */
  sweep(): Promise<readonly SessionRef[]>;
  isFull(pool: TokenPool): boolean;
  /** Of these sessions, those whose stream may be opened at another node. */
  awaited(callUuids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether a token may be claimed at another node than the one that issued it. */
  readonly isShared: boolean;
}

/** Where one process has its data alone, its memory is enough. */
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
  /** What this process has issued: bounds how much may wait, and repeats a token to a provider that asks again. */
  readonly tokens: MediaTokens;
  readonly store: TicketStore;
  /** This process, among the nodes. */
  readonly node: string;
  readonly ttlMs: number;
  /** A stream of this session has been opened here that the node `issuedBy` has offered. Not waited for. */
  readonly onClaimed: (callUuid: string, issuedBy: string) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** A provider opens the stream one or two seconds after it receives the address; a slow one within this time. */
const reservedForMs = 20_000;
const keptTokens = 10_000;

export function ticketsOfNodes(options: SharedTicketsOptions): StreamTickets {
  const { tokens, store, node } = options;
  /** The token of a session that is in the store already. */
  const stored = createGrowingCache<string>(keptTokens);
  return {
    async issue(session, dialect, { place, ...rest } = {}) {
      const token = tokens.issue(session, dialect, rest);
      if (token === undefined || stored.get(session.callUuid) === token) return token;
      await store.add({
        ...{ token, kind: session.kind, sessionUuid: session.callUuid, dialect },
        ...{ nodeId: place?.node ?? null, reservedForMs: place === undefined ? 0 : reservedForMs },
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
      // What was claimed elsewhere meanwhile is gone from the memory of this process too, and is not over.
      const over = new Set(await store.revoke(lapsed.map(({ callUuid }) => callUuid)));
      return lapsed.filter(({ callUuid }) => over.has(callUuid));
    },
    isFull: tokens.isFull,
    awaited: (callUuids) => (callUuids.length === 0 ? Promise.resolve(new Set()) : store.awaited(callUuids)),
    isShared: true,
  };
}
