import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { t } from '../language/text.ts';
import { type BegunJob, type JobEnd, keepJobs, keptJobs, onJob } from '../server/begun-jobs.ts';
import { lazyPage } from '../shared/navigation/lazy-page.tsx';
import { Link } from '../shared/navigation/router.tsx';
import styles from './shell.module.css';

const JobWatch = lazyPage(() => import('./job-watch.tsx').then(({ JobWatch }) => JobWatch));
const JobNotification = lazyPage(() => import('./job-watch.tsx').then(({ JobNotification }) => JobNotification));

interface Ended extends JobEnd {
  readonly job: BegunJob;
}

interface JobKind {
  readonly done: string;
  readonly failed: string;
  readonly link: string;
  /** Returns the URL of the result. */
  readonly hrefOf: (id: string) => string;
  /** The page that lists such jobs and shows their end itself. */
  readonly list: string;
  /** Query keys that become stale when the job ends. */
  readonly queries: readonly string[];
}

const mostShown = 3;
const kinds: Readonly<Record<BegunJob['kind'], JobKind>> = {
  report: {
    done: t('The report is ready.'),
    failed: t('The report could not be created.'),
    link: t('Open the report'),
    hrefOf: (id) => `/reports/${id}`,
    list: '/reports',
    queries: ['reports'],
  },
  import: {
    done: t('The import of contacts is done.'),
    failed: t('The import of contacts failed.'),
    link: t('Show the contacts'),
    hrefOf: () => '/contacts',
    list: '/contacts',
    queries: ['contacts', 'customers'],
  },
  upload: {
    done: t('The recordings are analysed.'),
    failed: t('None of the recordings could be analysed.'),
    link: t('Show the upload'),
    hrefOf: (id) => `/uploads?upload=${id}`,
    list: '/uploads',
    queries: ['analysed-calls'],
  },
  voice: {
    done: t('The voice is ready.'),
    failed: t('The voice could not be created.'),
    link: t('Show the voices'),
    hrefOf: () => '/voices',
    list: '/voices',
    queries: ['own-voices', 'voices', 'voice-sample-catalog'],
  },
};

/** Announces the end of each job that this tab started, once, unless the page that shows them is open. */
export function FinishedJobs() {
  const queries = useQueryClient();
  const [running, setRunning] = useState<readonly BegunJob[]>(keptJobs);
  const [ended, setEnded] = useState<readonly Ended[]>([]);
  useEffect(() => onJob((job) => setRunning((jobs) => [...jobs, job])), []);
  useEffect(() => keepJobs(running), [running]);
  const end = useCallback(
    (job: BegunJob, how: JobEnd | undefined): void => {
      setRunning((jobs) => jobs.filter((one) => one !== job));
      if (how === undefined) return;
      const { hrefOf, list, queries: stale } = kinds[job.kind];
      for (const key of stale) void queries.invalidateQueries({ queryKey: [key] });
      const isShown = [hrefOf(job.id), list].includes(window.location.pathname);
      // Shown even on its page, because the dialog that would show why a voice failed is closed.
      if (!isShown || (job.kind === 'voice' && !how.isDone))
        setEnded((jobs) => [...jobs, { job, ...how }].slice(-mostShown));
    },
    [queries],
  );
  const dismiss = (job: BegunJob): void => setEnded((jobs) => jobs.filter((one) => one.job !== job));
  return (
    <>
      <Suspense fallback={null}>
        {running.map((job) => (
          <JobWatch key={`${job.kind} ${job.id}`} job={job} onEnd={end} />
        ))}
      </Suspense>
      <Stack gap="sm" className={styles.finished} role="status" aria-label={t('Notifications')}>
        <Suspense fallback={null}>
          {ended.map(({ job, isDone, detail }) => (
            <JobNotification key={`${job.kind} ${job.id}`} isDone={isDone} onDismiss={() => dismiss(job)}>
              {kinds[job.kind][isDone ? 'done' : 'failed']} {detail}{' '}
              <Link href={kinds[job.kind].hrefOf(job.id)} onClick={() => dismiss(job)}>
                {kinds[job.kind].link}
              </Link>
            </JobNotification>
          ))}
        </Suspense>
      </Stack>
    </>
  );
}
