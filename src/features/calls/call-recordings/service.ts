import { z } from 'zod';
import type { OrganisationId, Queries } from '../../../data/index.ts';
import type { Job, Jobs } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import { type CallRow, type CallStore, isRecordedByProvider } from '../calls/index.ts';
import { RecordingFault } from './fault.ts';
import { type Alarm, createRecordingFetch, type RecordingFetchOptions } from './fetching.ts';

/** Recordings made by a provider, of calls whose audio does not pass through us. */
export interface CallRecordings {
  /** Runs in the transaction that ends such a call, and requests the recording from the provider a little later. */
  expect(queries: Queries, organisation: OrganisationId, callUuid: string): Promise<void>;
  /**
   * Handles a provider's report of a recording. The callback is not trusted: the recording is requested from the
   * provider.
   */
  reported(callUuid: string): Promise<void>;
}

export interface CallRecordingsOptions extends RecordingFetchOptions {
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  /** Runs `work` in a transaction. */
  readonly tx: (work: (queries: Queries) => Promise<unknown>) => Promise<unknown>;
  readonly store: RecordingFetchOptions['store'] & Pick<CallStore, 'find' | 'alarm'>;
  /** Returns whether the other party of the call has opted out of recording. */
  readonly isOptedOut: (call: CallRow) => Promise<boolean>;
  readonly log: Log;
  readonly now: () => Date;
}

const kind = 'calls.recording';
/** Providers need a while after a call to make the recording available. */
const firstAskedAfterMs = 20_000;
/** About twenty minutes of attempts, with the back-off of the queue. */
const maxAttempts = 10;
/** Afterwards, while the disk is full: every half hour for a week. */
const roomEveryMs = 1_800_000;
const mostWaits = 336;
export const recordingLimitMs = 6 * 3_600_000;
const payload = z.object({ call: z.string(), waits: z.int().nonnegative().default(0) });

export function createCallRecordings(options: CallRecordingsOptions): CallRecordings {
  const { jobs, store, log, now } = options;
  const fetchAll = createRecordingFetch(options, { alarm, giveUp });

  const enqueue = (queries: Queries, organisationId: OrganisationId, callUuid: string, runAt?: Date) =>
    jobs.enqueue(queries, {
      kind,
      organisationId,
      payload: { call: callUuid },
      maxAttempts,
      // A recording found by both jobs is stored once. Repeated callbacks cause one request.
      ...(runAt === undefined ? { uniqueKey: `${callUuid} told`, keyStays: true } : { uniqueKey: callUuid, runAt }),
    });

  async function run(job: Job): Promise<void> {
    const call = await store.find(payload.parse(job.payload).call);
    if (call === undefined || !isRecordedByProvider(call)) return;
    if (await options.isOptedOut(call)) return;
    const { signal } = job;
    const { waits } = payload.parse(job.payload);
    const isLast = job.attempt >= maxAttempts;
    try {
      await fetchAll(call, call.dialect, { signal, isLast });
    } catch (error) {
      if (signal.aborted || !(error instanceof RecordingFault)) throw error;
      const waitsForRoom = error.code === 'recording_no_room' && waits < mostWaits;
      if (waitsForRoom && (isLast || waits > 0)) return putOff(job, call, error);
      if (!isLast && error.code !== 'recording_unread') throw error;
      await giveUp(call, error);
    }
  }

  function alarm(call: CallRow, { code, detail }: Alarm): Promise<void> {
    return store.alarm(call, { type: 'alarm', atMs: call.durationMs ?? 0, code, detail });
  }

  async function isAlarmed({ organisationId, uuid }: CallRow, code: string): Promise<boolean> {
    const events = await store.events(organisationId, uuid);
    return events.some(({ event }) => event.type === 'alarm' && event.code === code);
  }

  async function giveUp(call: CallRow, { code, message: detail }: RecordingFault): Promise<void> {
    log.warn({ callUuid: call.uuid, code }, 'gave up fetching a recording');
    await alarm(call, { code, detail });
  }

  /**
   * Retries once there is disk space; the provider keeps the recording. The first postponement adds an alarm to the
   * call.
   */
  async function putOff(job: Job, call: CallRow, { code, message: detail }: RecordingFault): Promise<void> {
    const { waits } = payload.parse(job.payload);
    log.warn({ callUuid: call.uuid, code, waits }, 'recording postponed until there is disk space');
    // Two jobs may find the disk full, and one may die before it completes.
    if (waits === 0 && !(await isAlarmed(call, code))) await alarm(call, { code, detail });
    const runAt = new Date(now().getTime() + roomEveryMs);
    await job.complete(async (queries) => {
      const again = { call: call.uuid, waits: waits + 1 };
      const { organisationId } = call;
      await jobs.enqueue(queries, { kind, organisationId, payload: again, maxAttempts, uniqueKey: call.uuid, runAt });
    });
  }

  jobs.handle(kind, run, { concurrency: 1, everywhere: 1, timeLimitMs: recordingLimitMs });
  return {
    async expect(queries, organisation, callUuid) {
      await enqueue(queries, organisation, callUuid, new Date(now().getTime() + firstAskedAfterMs));
    },
    async reported(callUuid) {
      const call = await store.find(callUuid);
      if (call === undefined || !isRecordedByProvider(call)) return;
      await options.tx((queries) => enqueue(queries, call.organisationId, callUuid));
    },
  };
}
