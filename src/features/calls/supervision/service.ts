import { randomUUID } from 'node:crypto';
import type { CallEvent, NamedPerson, SupervisionPlan, SupervisorText, TakeOver } from '../../../../media/ports.ts';
import { createClaimedStreams } from '../../../claimed-streams.ts';
import { eachApart } from '../../../each-apart.ts';
import type { Log } from '../../../log.ts';
import type { CallRow, VisibleCalls } from '../calls/index.ts';
import { createListenerLists } from './listener-lists.ts';
import type { WhisperBody } from './schema.ts';
import type { ListeningRow, SupervisionStore } from './store.ts';
import type { Viewer } from './viewer.ts';

/** A person who listens, and the session with which they signed in; null for the operator of the machine. */
export interface Listener extends Viewer {
  readonly credentialUuid: string | null;
}

export type Listening =
  | {
      readonly kind: 'offered';
      readonly sessionUuid: string;
      readonly token: string;
      readonly mediaBaseUrl: string | null;
      readonly expiresAt: string;
    }
  /** `elsewhere`: the call is on another server without a public address. `busy`: too many streams are waiting. */
  | { readonly kind: 'unknown' | 'not_active' | 'by_phone' | 'elsewhere' | 'busy' };

export type SessionAct = { readonly kind: 'done'; readonly callUuid: string } | { readonly kind: 'unknown' | TakeOver };

export type Whispered = 'delivered' | 'unknown' | 'not_active' | 'no_model' | 'not_now';

export interface SupervisionOptions {
  readonly store: SupervisionStore;
  readonly visibleCalls: Pick<VisibleCalls, 'sees' | 'live'>;
  /** Finds a call of any organisation. Only for calls that `visibleCalls` shows. */
  readonly call: (uuid: string) => Promise<CallRow | undefined>;
  /** Stores pending events of calls; rejects on failure. */
  readonly flush: () => Promise<void>;
  /** Returns where streams for this call are opened: null if derived from the request, undefined if unknown. */
  readonly placeOf: (call: CallRow) => Promise<{ readonly mediaBaseUrl: string | null } | undefined>;
  readonly issue: (sessionUuid: string) => Promise<string | undefined>;
  /** Runs on the node that has the call. */
  readonly takeOver: (call: CallRow, sessionUuid: string, person: NamedPerson) => Promise<TakeOver>;
  readonly handBack: (call: CallRow, sessionUuid: string) => Promise<boolean>;
  /** Returns false if the agent cannot say it now, and undefined if the call is over. */
  readonly tellAgent: (call: CallRow, text: SupervisorText) => Promise<boolean | undefined>;
  /** Ends the stream of a session on whichever node has it. */
  readonly endStream: (sessionUuid: string) => void;
  /** Returns whether calls use a language model. */
  readonly hasModel: (call: Pick<CallRow, 'organisationId' | 'flowUuid'>) => Promise<boolean>;
  /** Returns whether the role of this person still permits listening. */
  readonly mayListen: (viewer: Viewer) => Promise<boolean>;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly onTrouble: (error: unknown) => void;
}

export type Supervision = ReturnType<typeof createSupervision>;

const joinWithinMs = 60_000;
const mostWaiting = 200;
const inProgress: readonly CallRow['status'][] = ['in_progress', 'transferring'];

/** Lets people listen to live calls, take over from the agent, and send it instructions. */
export function createSupervision(options: SupervisionOptions) {
  const { store, visibleCalls, now } = options;
  const open = createClaimedStreams<ListeningRow>({ beginWithinMs: joinWithinMs, mostWaiting, nowMs: options.nowMs });
  const at = (ms = 0): string => new Date(now().getTime() + ms).toISOString();

  async function seen(viewer: Viewer, callUuid: string): Promise<CallRow | undefined> {
    await options.flush().catch(() => {});
    return (await visibleCalls.sees(viewer, callUuid)) ? options.call(callUuid) : undefined;
  }

  /** Returns a session of this person only: nobody may speak over another person's stream. */
  async function ownSession(viewer: Viewer, uuid: string) {
    const row = await store.get(viewer.organisationId, uuid);
    if (row === undefined || row.userUuid !== viewer.userUuid) return undefined;
    const call = await seen(viewer, row.callUuid);
    return call && { row, call };
  }

  /** Returns the user with the name as it is now; transcripts keep it. */
  const personOf = async ({ userUuid }: Viewer): Promise<NamedPerson> => ({
    userUuid,
    name: (await store.names([userUuid])).get(userUuid) ?? null,
  });

  const mayListen = async (row: ListeningRow): Promise<boolean> =>
    (await store.isSignedIn(row, at())) && (await options.mayListen(row)) && visibleCalls.sees(row, row.callUuid);

  const lists = createListenerLists({ store, visibleCalls, now });

  function append(sessionUuid: string, event: CallEvent): void {
    const row = open.get(sessionUuid);
    if (row === undefined) return;
    if (event.type === 'started') {
      open.begin(sessionUuid);
      store.started(row, at()).catch(options.onTrouble);
    }
    if (event.type !== 'ended') return;
    open.remove(sessionUuid);
    store.ended(row, at()).catch(options.onTrouble);
  }

  return {
    async listen(viewer: Listener, callUuid: string): Promise<Listening> {
      const call = await seen(viewer, callUuid);
      if (call === undefined) return { kind: 'unknown' };
      if (!inProgress.includes(call.status)) return { kind: 'not_active' };
      // Two people talk through their provider, and none of its audio reaches us.
      if (call.agentUserUuid !== null) return { kind: 'by_phone' };
      const place = await options.placeOf(call);
      if (place === undefined) return { kind: 'elsewhere' };
      const uuid = randomUUID();
      const token = await options.issue(uuid);
      if (token === undefined) return { kind: 'busy' };
      await store.add(viewer.organisationId, {
        uuid,
        callUuid,
        userUuid: viewer.userUuid,
        credentialUuid: viewer.credentialUuid,
        createdAt: at(),
        startedAt: null,
        endedAt: null,
        takenOverAt: null,
      });
      return { kind: 'offered', sessionUuid: uuid, token, ...place, expiresAt: at(joinWithinMs) };
    },
    async takeOver(viewer: Viewer, sessionUuid: string): Promise<SessionAct> {
      const session = await ownSession(viewer, sessionUuid);
      if (session === undefined) return { kind: 'unknown' };
      const kind = await options.takeOver(session.call, sessionUuid, await personOf(viewer));
      if (kind !== 'taken') return { kind };
      await store.takenOver(session.row, at());
      return { kind: 'done', callUuid: session.call.uuid };
    },
    async handBack(viewer: Viewer, sessionUuid: string): Promise<SessionAct> {
      const session = await ownSession(viewer, sessionUuid);
      if (session === undefined) return { kind: 'unknown' };
      if (!(await options.handBack(session.call, sessionUuid))) return { kind: 'gone' };
      return { kind: 'done', callUuid: session.call.uuid };
    },
    async whisper(viewer: Viewer, callUuid: string, { mode, text }: WhisperBody): Promise<Whispered> {
      const call = await seen(viewer, callUuid);
      if (call === undefined) return 'unknown';
      if (!inProgress.includes(call.status)) return 'not_active';
      if (mode === 'guide' && !(await options.hasModel(call))) return 'no_model';
      const isDelivered = await options.tellAgent(call, { kind: mode, text, person: await personOf(viewer) });
      if (isDelivered === undefined) return 'not_active';
      return isDelivered ? 'delivered' : 'not_now';
    },
    listeners: lists.listeners,
    overview: lists.overview,
    /** Media ports for listening sessions. */
    ports: {
      async plan(sessionUuid: string): Promise<Omit<SupervisionPlan, 'kind'> | undefined> {
        const row = await store.find(sessionUuid);
        if (row === undefined || row.startedAt !== null || row.endedAt !== null) return undefined;
        if (!(await mayListen(row))) return undefined;
        if (!open.add(sessionUuid, row)) return undefined;
        return { callUuid: sessionUuid, listensTo: row.callUuid };
      },
      log: { append },
    },
    callsOver: store.callsOver,
    /**
     * Ends the streams that have not begun in time, and those of people who have signed out or left, have lost the
     * role, or no longer see the call.
     */
    async round(): Promise<void> {
      // Without an entry, a stream that begins late would be neither recorded nor checked.
      for (const uuid of open.expire()) options.endStream(uuid);
      const check = async (row: ListeningRow): Promise<void> => {
        if (!(await mayListen(row))) options.endStream(row.uuid);
      };
      await eachApart(open.values(), check, {
        log: options.log,
        trouble: 'failed to check who may still listen to a call',
        name: ({ uuid }) => ({ session: uuid }),
        // Nobody listens whose right to do so is unknown.
        record: async ({ uuid }) => options.endStream(uuid),
      });
    },
  };
}
