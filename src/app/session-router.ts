import type {
  ById,
  CallLog,
  MediaPorts,
  Recordings,
  SessionKind,
  SessionPlan,
  SessionRef,
  StreamDialect,
  SupervisionPlan,
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

/** People who listen to calls: their sessions have no agent. */
export interface SupervisionPorts {
  /** The plan of this session; undefined if it does not exist or has ended. */
  plan(uuid: string): Promise<Omit<SupervisionPlan, 'kind'> | undefined>;
  readonly log: ById<CallLog>;
}

export type SessionKinds = { readonly [Kind in Exclude<SessionKind, 'supervision'>]?: SessionPorts } & {
  readonly supervision?: SupervisionPorts;
};

interface Tokens {
  claim(token: string, dialect: StreamDialect): Promise<SessionRef | undefined>;
}

/** The media plane's ports: each call goes to the row of its session's kind. A new kind is one more row. */
export function createSessionRouter(tokens: Tokens, kinds: SessionKinds): MediaPorts {
  const of = (kind: SessionKind): SessionPorts | undefined => (kind === 'supervision' ? undefined : kinds[kind]);
  return {
    plans: {
      async claim(token, dialect) {
        const session = await tokens.claim(token, dialect);
        if (session === undefined || session.kind === 'supervision') return undefined;
        const plan = await kinds[session.kind]?.plan(session.callUuid);
        return plan && { ...plan, kind: session.kind };
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
      run: async ({ kind, callUuid }, name, args) =>
        (await of(kind)?.tools?.run(callUuid, name, args)) ?? { ok: false, result: 'This session has no tools.' },
    },
    transfers: {
      transfer: async ({ kind, callUuid }, target, brief) =>
        (await of(kind)?.transfers?.transfer(callUuid, target, brief)) ?? 'failed',
    },
  };
}
