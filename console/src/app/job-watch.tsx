import { Notification } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { t } from '../language/text.ts';
import type { BegunJob, JobEnd } from '../server/begun-jobs.ts';
import { useBulkUpload } from '../server/call-uploads.ts';
import { useImport } from '../server/contacts.ts';
import { useReport } from '../server/reports.ts';

interface WatchProps {
  readonly job: BegunJob;
  /** `how` is undefined if the server no longer has the job. */
  readonly onEnd: (job: BegunJob, how: JobEnd | undefined) => void;
}

/** Reports the end of a job. */
export function JobWatch({ job, onEnd }: WatchProps) {
  switch (job.kind) {
    case 'report':
      return <ReportWatch job={job} onEnd={onEnd} />;
    case 'import':
      return <ImportWatch job={job} onEnd={onEnd} />;
    case 'upload':
      return <UploadWatch job={job} onEnd={onEnd} />;
    case 'voice':
      return <VoiceWatch job={job} over={job.over} onEnd={onEnd} />;
  }
}

/** Calls `onEnd` once the job has ended. */
function useEnd({ job, onEnd }: WatchProps, isOver: boolean, end: JobEnd | undefined): void {
  const { isDone, detail } = end ?? {};
  useEffect(() => {
    if (isOver) onEnd(job, isDone === undefined ? undefined : { isDone, detail });
  }, [job, onEnd, isOver, isDone, detail]);
}

function ReportWatch(props: WatchProps) {
  const { data, isError } = useReport(props.job.id);
  const isOver = data !== undefined && data.status !== 'pending';
  useEnd(props, isOver || isError, isOver ? { isDone: data.status === 'completed' } : undefined);
  return null;
}

function ImportWatch(props: WatchProps) {
  const { data, isError } = useImport(props.job.id);
  const isOver = data?.finished_at != null;
  useEnd(props, isOver || isError, isOver ? { isDone: data?.status === 'completed' } : undefined);
  return null;
}

function UploadWatch(props: WatchProps) {
  const { data, isError } = useBulkUpload(props.job.id);
  const isOver = data?.status === 'completed';
  const { completed = 0, failed = 0 } = data ?? {};
  const detail =
    failed > 0 && completed > 0
      ? t('{failed, plural, one {# of them failed.} other {# of them failed.}}', { failed })
      : undefined;
  useEnd(props, isOver || isError, isOver ? { isDone: completed > 0, detail } : undefined);
  return null;
}

function VoiceWatch({ job, over, onEnd }: WatchProps & { readonly over: Promise<JobEnd> }) {
  useEffect(() => void over.then((how) => onEnd(job, how)), [job, over, onEnd]);
  return null;
}

interface JobNotificationProps {
  readonly isDone: boolean;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

export const JobNotification = ({ isDone, onDismiss, children }: JobNotificationProps) => (
  <Notification
    role="presentation"
    color={isDone ? 'lake.7' : 'red.8'}
    withBorder
    closeButtonProps={{ 'aria-label': t('Dismiss') }}
    onClose={onDismiss}
  >
    {children}
  </Notification>
);
