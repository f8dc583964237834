import { z } from 'zod';
import { bind, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import type { Jobs } from '../../../jobs/index.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import {
  type Announce,
  type CallRow,
  type CallStore,
  endedNews,
  isRecordedByProvider,
  transcriptOf,
} from '../calls/index.ts';
import { isGivenUp } from './fault.ts';

/** Sends the `call.ended` event of calls whose transcript is still incomplete. */
export interface EndedNews {
  /** Runs in the transaction that ends such a call. */
  put(queries: TenantQueries, organisation: OrganisationId, callUuid: string): Promise<void>;
}

export interface EndedNewsOptions {
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly store: Pick<CallStore, 'find' | 'events'>;
  readonly storedTranscript: (organisation: OrganisationId, callUuid: string) => Promise<Transcript | undefined>;
  readonly isOptedOut: (call: CallRow) => Promise<boolean>;
  readonly announce: Announce;
  /** Milliseconds after which the event is sent without the transcript. */
  readonly waitMs: number;
  readonly now: () => Date;
}

const kind = 'calls.ended';
const payload = z.object({ call: z.string(), endedMs: z.number() });
const firstLookMs = 5000;
const longestPauseMs = 20_000;
const looksAtOnce = 4;
/** Attempts of one check: an event that cannot be written now is not lost. */
const maxAttempts = 100;

/**
 * Runs one job for each such call. It checks at growing intervals whether the transcript has arrived, and reports the
 * end of the call exactly once, in the transaction that completes the job. No other event of the organisation waits for
 * it.
 */
export function createEndedNews(options: EndedNewsOptions): EndedNews {
  const { jobs, store, isOptedOut, announce, waitMs, now } = options;
  async function look(
    queries: TenantQueries['system'],
    call: z.output<typeof payload>,
    organisationId: OrganisationId,
  ) {
    const sinceMs = now().getTime() - call.endedMs;
    const pauseMs = Math.min(firstLookMs + sinceMs / 4, longestPauseMs, Math.max(0, waitMs - sinceMs));
    const runAt = new Date(now().getTime() + pauseMs);
    await jobs.enqueue(queries, { kind, organisationId, payload: call, uniqueKey: call.call, runAt, maxAttempts });
  }

  jobs.handle(
    kind,
    async (job) => {
      const news = payload.parse(job.payload);
      const call = await store.find(news.call);
      if (call === undefined) return;
      const { organisationId } = call;
      const events = await store.events(organisationId, call.uuid);
      const isLate = now().getTime() - news.endedMs >= waitMs;
      const isKnown = events.some(
        ({ event }) => event.type === 'recording' || (event.type === 'alarm' && isGivenUp(event.code)),
      );
      const isDue = isLate || isKnown || !isRecordedByProvider(call) || (await isOptedOut(call));
      const transcript = (await options.storedTranscript(organisationId, call.uuid)) ?? transcriptOf(events);
      await job.complete(async (queries) => {
        if (isDue)
          await announce(bind(queries, organisationId), organisationId, [
            endedNews(call, async () => ({ events, transcript })),
          ]);
        else await look(queries, news, organisationId);
      });
    },
    { concurrency: looksAtOnce },
  );

  return {
    put: (queries, organisation, callUuid) =>
      look(queries.system, { call: callUuid, endedMs: now().getTime() }, organisation),
  };
}
