import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallEvent, SessionPlan } from '../../../../media/ports.ts';
import { createClaimedStreams } from '../../../claimed-streams.ts';
import { createLeaseWatch } from '../../../cluster/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import { eachApart } from '../../../each-apart.ts';
import { Problem } from '../../../http/problem.ts';
import type { Jobs } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import { transcriptOfLines } from '../../../transcripts/of-lines.ts';
import type { Turn } from '../../../transcripts/transcript.ts';
import { livePlanOf } from './live-plan.ts';
import type { NewSession, OpenedSession, Session } from './live-schema.ts';
import type { EndedReason } from './play.ts';
import { nothingYet } from './row.ts';
import type { RunAudio } from './run-audio.ts';
import type { TranscriptLine } from './schema.ts';
import type { Runs, RunsOptions, Viewer } from './service.ts';
import type { Snapshot } from './snapshot.ts';
import type { OpenLive, RunEnd, RunRef, RunRow, RunStore } from './store.ts';
import { enqueueRun } from './work.ts';

export interface LiveSessionsOptions extends Pick<RunsOptions, 'hasTarget' | 'now'> {
  readonly store: RunStore;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly snapshotOf: Runs['snapshotOf'];
  readonly audio: Pick<RunAudio, 'adopt'>;
  /** Returns the complete recording in the spool; undefined if nothing was recorded. */
  readonly recordingOf: (
    sessionUuid: string,
  ) => Promise<{ readonly path: string; remove(): Promise<void> } | undefined>;
  /** Reserves a slot and issues the token of a stream; undefined if no slot is free. */
  readonly offer: (
    sessionUuid: string,
  ) => Promise<{ readonly token: string; readonly mediaBaseUrl: string | null } | undefined>;
  /** Ends the stream of a session on whichever node has it. */
  readonly endStream: (sessionUuid: string) => void;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** Returns whether a voice speaks this language. */
  readonly speaks: (languageCode: string) => boolean;
  /** Waits between attempts to store a session. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly onTrouble: (error: unknown, runUuid: string) => void;
  readonly log: Pick<Log, 'error'>;
}

export type LiveSessions = ReturnType<typeof createLiveSessions>;

const joinWithinMs = 60_000;
const mostWaiting = 200;
/** Waits between attempts to store the beginning or the end of a session: about half a minute in all. */
const retryAfterMs = [1000, 2000, 4000, 8000, 16_000];
/** Each round renews the sessions of this process. A session that no process renews for this long is lost. */
const renewedForMs = 60_000;

type SaidLine = Extract<CallEvent, { type: 'line' }>['line'];

interface Live {
  readonly ref: RunRef;
  readonly said: SaidLine[];
  /** Settles when the events so far are stored. Never rejects. */
  stored: Promise<void>;
}

/** Manages live practice: sessions of the kind `practice`, each with its run. */
export function createLiveSessions(options: LiveSessionsOptions) {
  const { store, now, nowMs, pause = pauseUntil } = options;
  const live = createClaimedStreams<Live>({ beginWithinMs: joinWithinMs, mostWaiting, nowMs });
  const at = (ms = 0): string => new Date(now().getTime() + ms).toISOString();
  const failed = (error: string): RunEnd => ({
    status: 'failed',
    endedReason: 'error',
    errorCode: 'incomplete',
    error,
    finishedAt: at(),
  });

  const watch = createLeaseWatch(renewedForMs);
  const closing = new AbortController();

  /** Retries while the database fails. Attempts follow each other at once when the server closes. */
  async function persist(work: () => Promise<void>): Promise<void> {
    for (const waitMs of retryAfterMs) {
      const isStored = await work().then(
        () => true,
        () => false,
      );
      if (isStored) return;
      await pause(waitMs, closing.signal);
    }
    await work();
  }

  /** Stores the transcript and queues its judgement. The session is renewed until then. */
  async function over(sessionUuid: string, endedReason: EndedReason): Promise<void> {
    const session = live.get(sessionUuid);
    if (session === undefined) return;
    const { ref } = session;
    const turns = transcriptOfLines(session.said);
    const lines = turns.map(lineOf);
    const speakers = new Set(lines.map(({ speaker }) => speaker));
    const isTalk = speakers.has('agent') && endedReason !== 'error';
    const recording = await options.recordingOf(sessionUuid);
    const commit = (hasAudio: boolean, hold?: Parameters<Parameters<RunAudio['adopt']>[2]>[0]): Promise<void> =>
      store.tx(async (queries) => {
        await store.keep(queries, ref, {
          transcript: lines,
          turns,
          endedReason: isTalk ? endedReason : null,
          hasAudio,
        });
        await hold?.(queries);
        if (isTalk) await enqueueRun(options.jobs, queries, { ref, mode: 'voice' });
        else await store.finish(queries, ref, failed(endedReason === 'error' ? lost : unsaid));
      });
    if (recording === undefined) return persist(() => commit(false));
    await persist(() => options.audio.adopt(ref, recording.path, (hold) => commit(true, hold)));
    await recording.remove();
  }

  function append(sessionUuid: string, event: CallEvent): void {
    const session = live.get(sessionUuid);
    if (session === undefined) return;
    const { ref } = session;
    const afterwards = (work: () => Promise<void>): void => {
      session.stored = session.stored.then(work).catch((error: unknown) => options.onTrouble(error, ref.uuid));
    };
    if (event.type === 'started') {
      live.begin(sessionUuid);
      afterwards(() => persist(() => store.beginLive(ref, at(), at(renewedForMs))));
    }
    if (event.type === 'line') session.said.push(byPerson(event.line));
    if (event.type === 'ended') {
      live.begin(sessionUuid);
      afterwards(() => over(sessionUuid, endOf(event.reason)).finally(() => live.remove(sessionUuid)));
    }
  }

  async function get(organisation: OrganisationId, uuid: string): Promise<Session | undefined> {
    const row = await store.bySession(uuid);
    return row?.organisationId === organisation ? sessionJson(row) : undefined;
  }

  return {
    get,
    /**
     * Throws for an unknown scenario or target, and if too many runs are waiting. Returns `full` if no slot is free.
     */
    async add(
      { organisationId, userUuid }: Viewer,
      body: NewSession,
    ): Promise<(Omit<OpenedSession, 'ws_url'> & { readonly mediaBaseUrl: string | null }) | 'full'> {
      const whole = await options.snapshotOf(organisationId, body.scenario_uuid);
      const target = body.target_uuid || null;
      if (target !== null && !(await options.hasTarget(organisationId, { kind: 'flow', uuid: target })))
        throw new Problem('not_found', `No flow ${target} exists.`);
      const persona = { ...whole.persona, language_code: body.language_code || whole.persona.language_code };
      if (!options.speaks(persona.language_code))
        throw new Problem('bad_request', `No voice of this server speaks ${persona.language_code}.`);
      const { scenario } = whole;
      const sessionUuid = randomUUID();
      const row: RunRow = {
        ...nothingYet,
        uuid: randomUUID(),
        userUuid,
        scenarioUuid: scenario.uuid,
        scenarioName: scenario.name,
        personaUuid: persona.uuid,
        targetKind: 'human_rep',
        targetUuid: target,
        mode: 'voice',
        seed: randomInt(2 ** 31),
        agentOpens: scenario.agent_opens,
        agentPrompt: null,
        agentModel: null,
        snapshot: { ...whole, persona },
        sessionUuid,
        sessionExpiresAt: at(joinWithinMs),
        createdAt: at(),
      };
      // Done before a slot is reserved, because a refused row would leave it reserved.
      if (!(await store.add(organisationId, [row], async () => {})))
        throw new Problem('conflict', 'Too many runs are queued. Wait until some of them are finished.');
      const offered = await options.offer(sessionUuid);
      if (offered === undefined) {
        await store.remove(organisationId, row.uuid);
        return 'full';
      }
      const expires_at = row.sessionExpiresAt as string;
      return { ...offered, session_uuid: sessionUuid, run_uuid: row.uuid, expires_at };
    },
    async end(organisation: OrganisationId, uuid: string): Promise<Session | undefined> {
      const row = await store.bySession(uuid);
      if (row?.organisationId !== organisation) return undefined;
      if (row.finishedAt === null && row.endedReason === null) {
        options.endStream(uuid);
        if (row.status === 'queued')
          await store.tx((queries) => store.finish(queries, { organisation, uuid: row.uuid }, failed(unused)));
      }
      return get(organisation, uuid);
    },
    /** Media ports for live practice sessions. */
    ports: {
      async plan(sessionUuid: string): Promise<SessionPlan | undefined> {
        const row = await store.bySession(sessionUuid);
        if (row === undefined || row.status !== 'queued' || row.finishedAt !== null) return undefined;
        const ref = { organisation: row.organisationId, uuid: row.uuid };
        if (!live.add(sessionUuid, { ref, said: [], stored: Promise.resolve() })) return undefined;
        return livePlanOf(row.snapshot as Snapshot, { sessionUuid, seed: row.seed, agentOpens: row.agentOpens });
      },
      log: { append },
    },
    /** Waits until ended sessions are stored. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(live.values().map(({ stored }) => stored));
    },
    /** Renews the sessions of this process, ends its streams that have not begun, and closes lost sessions. */
    async round(): Promise<void> {
      for (const uuid of live.expire()) options.endStream(uuid);
      const refs = live.values().map(({ ref }) => ref);
      if (refs.length > 0) await store.renewLive(refs, at(renewedForMs));
      const others = (await store.openLive()).filter(({ sessionUuid }) => live.get(sessionUuid) === undefined);
      const signOf = ({ sessionUuid: uuid, expiresAt }: OpenLive) => ({ uuid, sign: `${expiresAt}` });
      const close = ({ ref, status }: OpenLive): Promise<unknown> =>
        store.tx((queries) => store.finish(queries, ref, failed(status === 'queued' ? unused : lost)));
      await eachApart(watch.look(others, signOf, nowMs()), close, {
        log: options.log,
        trouble: 'failed to close a lost practice session',
        name: ({ ref }) => ({ run: ref.uuid }),
      });
    },
  };
}

const pauseUntil = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});

const unused = 'Nobody joined the session.';
const unsaid = 'Nothing was said in the session.';
const lost = 'The session was interrupted by the server. Start it again.';

/** Swaps the speakers: the server's voice is the customer, and the person is the agent. */
const byPerson = (line: SaidLine): SaidLine => ({ ...line, speaker: line.speaker === 'agent' ? 'customer' : 'agent' });

const lineOf = ({ speaker, text, startMs }: Turn): TranscriptLine => ({
  speaker: speaker === 'agent' ? 'agent' : 'customer',
  text,
  timestamp: Math.round(startMs / 100) / 10,
});

/** If the person hangs up, the agent has ended the call. */
function endOf(reason: Extract<CallEvent, { type: 'ended' }>['reason']): EndedReason {
  switch (reason) {
    case 'customer_satisfied':
      return 'satisfied';
    case 'customer_hung_up':
    case 'silence':
      return 'hangup';
    case 'most_turns':
    case 'max_duration':
      return 'max_turns';
    case 'fault':
    case 'shutdown':
    case 'over_capacity':
      return 'error';
    default:
      return 'agent_ended';
  }
}

const sessionJson = (row: RunRow): Session => {
  const { scenario, persona } = row.snapshot as Snapshot;
  return {
    session_uuid: row.sessionUuid ?? '',
    run_uuid: row.uuid,
    scenario_uuid: row.scenarioUuid,
    scenario_name: row.scenarioName,
    objective: scenario.objective,
    persona_name: persona.name,
    agent_opens: row.agentOpens,
    status: row.status,
    expires_at: row.sessionExpiresAt,
    started_at: row.startedAt,
    finished_at: row.finishedAt,
  };
};
