import type {
  ById,
  CallLog,
  DialectName,
  MediaPorts,
  Recordings,
  SessionKind,
  SessionPlan,
  SessionRef,
  Tools,
  Transfers,
} from '../../media/ports.ts';

/** What a kind of session answers to the media plane. What it leaves out, its sessions do not have. */
export interface SessionPorts {
  /** The plan of this session; undefined if it does not exist or has ended. */
  plan(callUuid: string): Promise<SessionPlan | undefined>;
  readonly log: ById<CallLog>;
  /** Absent: nothing is recorded. */
  readonly recordings?: ById<Recordings>;
  /** Absent: every tool fails. */
  readonly tools?: ById<Tools>;
  /** Absent: every transfer fails. */
  readonly transfers?: ById<Transfers>;
}

export type SessionKinds = { readonly [Kind in SessionKind]?: SessionPorts };

interface Tokens {
  claim(token: string, dialect: DialectName): Promise<SessionRef | undefined>;
}

/** The media plane's ports: each call goes to the row of its session's kind. A new kind is one more row. */
export function createSessionRouter(tokens: Tokens, kinds: SessionKinds): MediaPorts {
  return {
    plans: {
      async claim(token, dialect) {
        const session = await tokens.claim(token, dialect);
        const plan = session && (await kinds[session.kind]?.plan(session.callUuid));
        return plan && { ...plan, kind: session.kind };
      },
    },
    log: {
      append: ({ kind, callUuid }, event) => kinds[kind]?.log.append(callUuid, event),
    },
    recordings: {
      write: async ({ kind, callUuid }, rateHz, stereo) =>
        (await kinds[kind]?.recordings?.write(callUuid, rateHz, stereo)) ?? true,
      finish: async ({ kind, callUuid }) => kinds[kind]?.recordings?.finish(callUuid),
    },
    tools: {
      run: async ({ kind, callUuid }, name, args) =>
        (await kinds[kind]?.tools?.run(callUuid, name, args)) ?? { ok: false, result: 'This session has no tools.' },
    },
    transfers: {
      transfer: async ({ kind, callUuid }, target, brief) =>
        (await kinds[kind]?.transfers?.transfer(callUuid, target, brief)) ?? 'failed',
    },
  };
}
