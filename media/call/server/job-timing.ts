import type { EngineUse } from '../../inference/client.ts';
import type { RecogniseJob } from '../../line/speech.ts';

/**
 * How long a job can wait, in milliseconds, before it is as urgent as a clause that a caller is waiting for. A clause
 * takes 10 to 30 ms and final words 60 to 100, so the clause goes first: it delays the words less than they would delay
 * it.
 */
export const slackMs = { speak: 0, final: 40, look: 120, verdict: 160, settle: 1500, partial: 1500 } as const;

/**
 * Jobs that no thread was free for within this time are shed: captions first, then verdicts (the turn then ends after a
 * longer silence) and looks over a reply that is already silent. At 24 calls of the dense caller none waits as long.
 */
export const shedAfterMs = { partial: 400, look: 600, verdict: 300 } as const;

export type RecognitionKind = 'final' | 'look' | 'settle' | 'partial';

/**
 * Returns the kind of a job: final words at a pause, a look at speech over a reply, a committed part of a long
 * utterance (`settle`), or a caption.
 */
export function jobKindOf(job: Pick<RecogniseJob, 'kind' | 'urgent' | 'background'>): RecognitionKind {
  if (job.background === true) return 'settle';
  return job.urgent === true ? 'look' : job.kind;
}

/** Priorities of a call's decodes, and which of them may be shed. */
export const recognitionTiming = {
  slackMs: (job) => slackMs[jobKindOf(job)],
  // Captions must not occupy the thread on which the next final words would run.
  spills: (job) => jobKindOf(job) === 'final' || jobKindOf(job) === 'look',
  shedAfterMs: (job) => shedOf(jobKindOf(job)),
} satisfies Pick<EngineUse<RecogniseJob>, 'slackMs' | 'spills' | 'shedAfterMs'>;

const shedOf = (kind: RecognitionKind): number | undefined =>
  kind === 'partial' || kind === 'look' ? shedAfterMs[kind] : undefined;
