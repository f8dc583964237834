import type {
  ById,
  CallLog,
  HandOvers,
  MediaPorts,
  Recordings,
  SessionKind,
  SessionPlan,
  StreamDialect,
  StreamRequest,
  SupervisionPlan,
  Tools,
  Transfers,
} from '../../media/ports.ts';
import type { ClaimedSession } from '../features/calls/calls/index.ts';
import { streamUrl } from '../http/media-address.ts';

/**
 * Whether the request that opens a session's stream has a forged signature, or comes from a page that was not offered
 * the session. `offered`: the call as its ticket has it.
 */
export type StreamCheck = (
  callUuid: string,
  dialect: StreamDialect,
  request: StreamRequest,
  offered?: ClaimedSession['offered'],
) => Promise<boolean>;

/** What a kind of session provides to the media plane. Omitted ports are unavailable in its sessions. */
export interface SessionPorts {
  /**
   * Returns the plan of a session; undefined if it does not exist or has ended. `offered`: the call as its ticket has it.
   */
  plan(callUuid: string, offered?: ClaimedSession['offered']): Promise<SessionPlan | undefined>;
  /** If absent, no request is checked. */
  readonly isForged?: StreamCheck;
  readonly log: ById<CallLog>;
  /** If absent, nothing is recorded. */
  readonly recordings?: ById<Recordings>;
  /** If absent, every tool fails. */
  readonly tools?: ById<Tools>;
  /** If absent, every transfer fails. */
  readonly transfers?: ById<Transfers>;
  /** If absent, no other agent takes over. */
  readonly handOvers?: ById<HandOvers>;
}

/** Ports for supervisors who listen to calls. Their sessions have no agent. */
export interface SupervisionPorts {
  /** Returns the plan of a session; undefined if it does not exist or has ended. */
  plan(uuid: string): Promise<Omit<SupervisionPlan, 'kind'> | undefined>;
  readonly log: ById<CallLog>;
}

export type SessionKinds = { readonly [Kind in Exclude<SessionKind, 'supervision'>]?: SessionPorts } & {
  readonly supervision?: SupervisionPorts;
};

interface Tokens {
  /** Returns the ticket for which the UUID of an AudioSocket connection stands. */
  ticketOf?(uuid: string): string | undefined;
  claim(token: string, dialect: StreamDialect): Promise<ClaimedSession | undefined>;
  callOf?(token: string, dialect: StreamDialect): string | undefined;
}

/** Returns the base of the streams of another server with room, for a call for which this server has none. */
export type OtherServer = (callUuid: string) => Promise<string | undefined>;

/**
 * Creates the media plane's ports. Each request goes to the entry for its session's kind, so a new kind needs one more
 * entry.
 */
export function createSessionRouter(tokens: Tokens, kinds: SessionKinds, otherServer?: OtherServer): MediaPorts {
  const of = (kind: SessionKind): SessionPorts | undefined => (kind === 'supervision' ? undefined : kinds[kind]);
  /** The ticket was issued for a stream over a WebSocket. */
  async function claimUuid(uuid: string): Promise<ClaimedSession | undefined> {
    const ticket = tokens.ticketOf?.(uuid);
    return ticket === undefined ? undefined : tokens.claim(ticket, 'asterisk');
  }

  return {
    plans: {
      async claim(token, dialect, request) {
        const session = dialect === 'audiosocket' ? await claimUuid(token) : await tokens.claim(token, dialect);
        if (session === undefined || session.kind === 'supervision') return undefined;
        const ports = kinds[session.kind];
        const { callUuid, offered } = session;
        if (request !== undefined && (await ports?.isForged?.(callUuid, dialect, request, offered)) === true)
          return undefined;
        const plan = await ports?.plan(callUuid, offered);
        return plan && { ...plan, kind: session.kind, ...(dialect === 'audiosocket' ? { dialect } : {}) };
      },
      async passOn(token, dialect) {
        const callUuid = tokens.callOf?.(token, dialect);
        const base = callUuid === undefined ? undefined : await otherServer?.(callUuid);
        return base && streamUrl(base, dialect, token);
      },
      async claimSupervision(token) {
        const session = await tokens.claim(token, 'listen');
        if (session?.kind !== 'supervision') return undefined;
        const plan = await kinds.supervision?.plan(session.callUuid);
        return plan && { ...plan, kind: 'supervision' };
      },
    },
    log: {
      append: ({ kind, callUuid }, event) => kinds[kind]?.log.append(callUuid, event),
    },
    recordings: {
      write: async ({ kind, callUuid }, rateHz, stereo) =>
        (await of(kind)?.recordings?.write(callUuid, rateHz, stereo)) ?? true,
      finish: async ({ kind, callUuid }) => of(kind)?.recordings?.finish(callUuid),
    },
    tools: {
      run: async ({ kind, callUuid }, name, args, request) =>
        (await of(kind)?.tools?.run(callUuid, name, args, request)) ?? {
          ok: false,
          result: 'This session has no tools.',
        },
    },
    transfers: {
      transfer: async ({ kind, callUuid }, target, brief) =>
        (await of(kind)?.transfers?.transfer(callUuid, target, brief)) ?? 'failed',
    },
    handOvers: {
      handOver: async ({ kind, callUuid }, agentUuid) => of(kind)?.handOvers?.handOver(callUuid, agentUuid),
    },
  };
}
