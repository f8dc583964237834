import { Notification, Stack } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { t } from '../language/text.ts';
import { type BegunJob, onJob } from '../server/begun-jobs.ts';
import { useImport } from '../server/contacts.ts';
import { useReport } from '../server/reports.ts';
import { Link } from './router.tsx';
import styles from './shell.module.css';

/** The end of a job, and where its result is. */
interface Ended {
  readonly job: BegunJob;
  readonly isDone: boolean;
}

const mostShown = 3;
const hrefOf = ({ kind, id }: BegunJob): string => (kind === 'report' ? `/reports/${id}` : '/contacts');
const listOf = { report: '/reports', import: '/contacts' } as const;
const texts = {
  report: {
    done: t('The report is ready.'),
    failed: t('The report could not be created.'),
    link: t('Open the report'),
  },
  import: {
    done: t('The import of contacts is done.'),
    failed: t('The import of contacts failed.'),
    link: t('Show the contacts'),
  },
} as const;

/** Announces the end of jobs that this tab began, unless the page that shows them is open. */
export function FinishedJobs() {
  const [running, setRunning] = useState<readonly BegunJob[]>([]);
  const [ended, setEnded] = useState<readonly Ended[]>([]);
  useEffect(() => onJob((job) => setRunning((jobs) => [...jobs, job])), []);
  const end = useCallback((job: BegunJob, isDone: boolean): void => {
    setRunning((jobs) => jobs.filter((one) => one !== job));
    const isShown = [hrefOf(job), listOf[job.kind]].includes(window.location.pathname);
    if (!isShown) setEnded((jobs) => [...jobs, { job, isDone }].slice(-mostShown));
  }, []);
  const dismiss = (job: BegunJob): void => setEnded((jobs) => jobs.filter((one) => one.job !== job));
  return (
    <>
      {running.map((job) =>
        job.kind === 'report' ? (
          <ReportWatch key={job.id} job={job} onEnd={end} />
        ) : (
          <ImportWatch key={job.id} job={job} onEnd={end} />
        ),
      )}
      <Stack gap="sm" className={styles.finished} role="status" aria-label={t('Notifications')}>
        {ended.map(({ job, isDone }) => (
          <Notification
            key={job.id}
            role="presentation"
            color={isDone ? 'lake.7' : 'red.8'}
            withBorder
            closeButtonProps={{ 'aria-label': t('Dismiss') }}
            onClose={() => dismiss(job)}
          >
            {texts[job.kind][isDone ? 'done' : 'failed']}{' '}
            <Link href={hrefOf(job)} onClick={() => dismiss(job)}>
              {texts[job.kind].link}
            </Link>
          </Notification>
        ))}
      </Stack>
    </>
  );
}

interface WatchProps {
  readonly job: BegunJob;
  readonly onEnd: (job: BegunJob, isDone: boolean) => void;
}

function ReportWatch({ job, onEnd }: WatchProps) {
  const status = useReport(job.id).data?.status;
  useEffect(() => {
    if (status !== undefined && status !== 'pending') onEnd(job, status === 'completed');
  }, [job, onEnd, status]);
  return null;
}

function ImportWatch({ job, onEnd }: WatchProps) {
  const { data } = useImport(job.id);
  const isOver = data?.finished_at != null;
  const isDone = data?.status === 'completed';
  useEffect(() => {
    if (isOver) onEnd(job, isDone);
  }, [job, onEnd, isOver, isDone]);
  return null;
}
