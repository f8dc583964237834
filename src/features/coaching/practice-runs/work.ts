import { z } from 'zod';
import type { OrganisationId, Queries } from '../../../data/index.ts';
import type { Job, Jobs } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import { turnsOf } from './conversation.ts';
import { endOf, type Judge, simulationOf } from './judging.ts';
import type { Play, Played, RunErrorCode } from './play.ts';
import type { RunAudio } from './run-audio.ts';
import type { TranscriptLine } from './schema.ts';
import type { Snapshot } from './snapshot.ts';
import type { RunEnd, RunRef, RunRow, RunStore } from './store.ts';

export interface RunWorkOptions {
  readonly store: RunStore;
  readonly jobs: Pick<Jobs, 'handle'>;
  readonly play: Readonly<Record<RunRow['mode'], Play>>;
  readonly audio: Pick<RunAudio, 'keep'>;
  readonly judge: Judge;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Date;
  /** Milliseconds after which a text run ends with the status `timeout`; voice runs have longer. */
  readonly budgetMs: number;
}

/** Kinds of jobs. Voice runs take minutes and must not delay the others. */
const runKinds = { text: 'coach.run', voice: 'coach.voice_run' } as const;
/** Payload of these jobs. */
const runPayload = z.object({
  run: z.string(),
  proxyModel: z.string().optional(),
  ttsProvider: z.string().optional(),
});

const maxAttempts = 4;

/** Queues a run to be played and judged, or only judged if it was already played. */
export async function enqueueRun(
  jobs: Pick<Jobs, 'enqueue'>,
  queries: Queries,
  run: {
    readonly ref: RunRef;
    readonly mode: RunRow['mode'];
    readonly overrides?: Omit<z.output<typeof runPayload>, 'run'>;
  },
): Promise<void> {
  const { organisation: organisationId, uuid } = run.ref;
  const payload = { run: uuid, ...run.overrides };
  await jobs.enqueue(queries, { kind: runKinds[run.mode], organisationId, payload, maxAttempts });
}

/** Time beyond a run's budget, in which the run ends itself. */
const graceMs = 60_000;
const atOnce = 8;
const budgets = { text: 1, voice: 3 } as const;
/** Maximum wait of a voice run for a free slot, before its budget starts. */
const slotWaitMs = 3_600_000;

/** Returns the time budget of a run from its start to its end. */
export const budgetOf = (budgetMs: number, mode: RunRow['mode']): number => budgetMs * budgets[mode];

/** Registers the jobs that play and judge runs and store the results. A retry judges what an earlier attempt played. */
export function handleRuns({ store, jobs, play, audio, judge, log, now, ...options }: RunWorkOptions): void {
  const at = (): string => now().toISOString();

  async function work(job: Job): Promise<void> {
    const payload = runPayload.parse(job.payload);
    const ref = { organisation: job.organisationId as OrganisationId, uuid: payload.run };
    const row = await store.whole(ref);
    if (row === undefined || row.finishedAt !== null) return;
    const played = row.endedReason === null ? await playNow(job, ref, row, payload) : playedOf(row);
    if (played === undefined) return;
    const end =
      played.error === undefined
        ? await judged(ref, row, played)
        : failed(played.error, played.errorCode ?? 'incomplete');
    await job.complete(async (queries) => {
      await store.finish(queries, ref, end);
    });
  }

  async function playNow(job: Job, ref: RunRef, run: RunRow, payload: z.output<typeof runPayload>) {
    const budgetMs = budgetOf(options.budgetMs, run.mode);
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    // Returns false if the run was deleted or finished meanwhile.
    const begin = async (): Promise<boolean> => {
      timer ??= setTimeout(() => late.abort(), budgetMs);
      return (await job.step('begun', (queries) => store.begin(queries, ref, at()))) !== false;
    };
    try {
      const { proxyModel, ttsProvider } = payload;
      const signal = AbortSignal.any([job.signal, late.signal]);
      const snapshot = run.snapshot as Snapshot;
      const played = await orAborted(
        play[run.mode]({ organisation: ref.organisation, run, snapshot, proxyModel, ttsProvider, begin, signal }),
        signal,
      );
      await keep(job, ref, played);
      return played;
    } catch (error) {
      job.signal.throwIfAborted();
      if (!late.signal.aborted) throw error;
      const timeout: RunEnd = {
        status: 'timeout',
        endedReason: 'error',
        errorCode: 'timeout',
        finishedAt: at(),
        error: `The run exceeded its time budget of ${Math.round(budgetMs / 1000)} s.`,
      };
      await job.complete(async (queries) => {
        await store.finish(queries, ref, timeout);
      });
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  async function keep(job: Job, ref: RunRef, played: Played): Promise<void> {
    const isValid = played.error === undefined;
    const row = {
      transcript: [...played.transcript],
      turns: played.turns ?? turnsOf(played.transcript),
      endedReason: isValid ? played.endedReason : null,
      ...(played.metrics === undefined ? {} : { metrics: played.metrics }),
      ...(played.usage && { usage: played.usage }),
    };
    const name = isValid ? 'played' : 'invalid';
    const isKept =
      played.audio !== undefined &&
      (await audio.keep(ref, played.audio, async (hold) => {
        await job.step(name, async (queries) => {
          await store.keep(queries, ref, { ...row, hasAudio: true });
          await hold(queries);
        });
      }));
    if (!isKept) await job.step(name, (queries) => store.keep(queries, ref, row));
  }

  async function judged(ref: RunRef, row: RunRow, { transcript }: Played): Promise<RunEnd> {
    const result = await judge(ref.organisation, simulationOf(row.uuid, row.snapshot as Snapshot, transcript));
    if (result === 'empty') return failed('Nothing was said in the run.', 'nothing_said');
    if (result === 'down') {
      log.warn({ run: row.uuid }, 'the judge of a practice run does not answer');
      throw new JudgeDown();
    }
    return 'refused' in result ? failed(result.refused, 'judge_refused') : endOf(result, at());
  }

  const failed = (error: string, errorCode: RunErrorCode): RunEnd => ({
    status: 'failed',
    endedReason: 'error',
    error,
    errorCode,
    finishedAt: at(),
  });

  const handling = (mode: RunRow['mode']): Parameters<Jobs['handle']>[2] => ({
    concurrency: atOnce,
    timeLimitMs: budgetOf(options.budgetMs, mode) + (mode === 'voice' ? slotWaitMs : 0) + graceMs,
    async onUnfinished(queries, { organisationId, payload, status }) {
      if (status !== 'dead' && status !== 'cancelled') return;
      const ref = { organisation: organisationId as OrganisationId, uuid: runPayload.parse(payload).run };
      await store.finish(queries, ref, failed('The run could not be completed. Start it again.', 'incomplete'));
    },
  });
  jobs.handle(runKinds.text, work, handling('text'));
  jobs.handle(runKinds.voice, work, handling('voice'));
}

const playedOf = ({ transcript, endedReason }: RunRow): Played => ({
  transcript: transcript as TranscriptLine[],
  endedReason: endedReason ?? 'error',
});

/** A player that ignores its signal must not keep the run open. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

class JudgeDown extends Error {
  constructor() {
    super('The judge does not answer.');
    this.name = 'JudgeDown';
  }
}
