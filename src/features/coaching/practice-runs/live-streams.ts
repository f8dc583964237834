import { setTimeout as sleep } from 'node:timers/promises';
import type { CallEvent, SessionPlan } from '../../../../media/ports.ts';
import { createClaimedStreams } from '../../../claimed-streams.ts';
import type { Jobs } from '../../../jobs/index.ts';
import { transcriptOfLines } from '../../../transcripts/of-lines.ts';
import type { Turn } from '../../../transcripts/transcript.ts';
import { livePlanOf } from './live-plan.ts';
import type { EndedReason } from './play.ts';
import type { RunAudio } from './run-audio.ts';
import type { TranscriptLine } from './schema.ts';
import type { Snapshot } from './snapshot.ts';
import type { RunEnd, RunRef, RunStore } from './store.ts';
import { enqueueRun } from './work.ts';

export interface LiveStreamsOptions {
  readonly store: RunStore;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly audio: Pick<RunAudio, 'adopt'>;
  /** Returns the complete recording in the spool; undefined if nothing was recorded. */
  readonly recordingOf: (
    sessionUuid: string,
  ) => Promise<{ readonly path: string; remove(): Promise<void> } | undefined>;
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** Waits between attempts to store a session. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly onTrouble: (error: unknown, runUuid: string) => void;
}

export const joinWithinMs = 60_000;
const mostWaiting = 200;
/** Waits between attempts to store the beginning or the end of a session: about half a minute in all. */
const retryAfterMs = [1000, 2000, 4000, 8000, 16_000];
/** Each round renews the sessions of this process. A session that no process renews for this long is lost. */
export const renewedForMs = 60_000;

const unsaid = 'Nothing was said in the session.';
export const lost = 'The session was interrupted by the server. Start it again.';

export const failedRun = (error: string, finishedAt: string): RunEnd => ({
  status: 'failed',
  endedReason: 'error',
  errorCode: 'incomplete',
  error,
  finishedAt,
});

type SaidLine = Extract<CallEvent, { type: 'line' }>['line'];

interface Live {
  readonly ref: RunRef;
  readonly said: SaidLine[];
  /** Settles when the events so far are stored. Never rejects. */
  stored: Promise<void>;
}

/** Follows the streams of this process that belong to live practice sessions, and stores what was said in them. */
export function createLiveStreams({ store, now, nowMs, pause = pauseUntil, ...options }: LiveStreamsOptions) {
  const live = createClaimedStreams<Live>({ beginWithinMs: joinWithinMs, mostWaiting, nowMs });
  const at = (ms = 0): string => new Date(now().getTime() + ms).toISOString();
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
        else await store.finish(queries, ref, failedRun(endedReason === 'error' ? lost : unsaid, at()));
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

  return {
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
    has: (sessionUuid: string): boolean => live.get(sessionUuid) !== undefined,
    /** Returns the runs whose streams are here. */
    runs: (): RunRef[] => live.values().map(({ ref }) => ref),
    /** Forgets streams that have not begun in time. Returns the uuids of their sessions. */
    expire: live.expire,
    /** Waits until ended sessions are stored. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(live.values().map(({ stored }) => stored));
    },
  };
}

const pauseUntil = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});

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
