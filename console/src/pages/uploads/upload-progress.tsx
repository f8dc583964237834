import { Button, Group, Loader, Paper, Progress, Text, Title } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import type { BulkUpload } from '../../server/answers.ts';
import { useBulkUpload } from '../../server/call-uploads.ts';
import { StatusBadge } from '../../shared/calls/analysed-columns.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import styles from '../../shared/page/drop-area.module.css';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';

/** Shows the state of each file of an upload. */
export function UploadProgress({ id, onDismiss }: { readonly id: string; readonly onDismiss: () => void }) {
  const { data, isError, error, refetch } = useBulkUpload(id);
  if (isError)
    return (
      <TroubleNotice title={t('Could not load the upload')} advice={error.message} onRetry={() => void refetch()} />
    );
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby="progress">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="progress">
          {t('Latest upload')}
        </Title>
        <Button variant="default" size="compact-sm" onClick={onDismiss}>
          {t('Dismiss')}
        </Button>
      </Group>
      {data === undefined ? <Loader size="sm" aria-label={t('Loading the upload')} /> : <Items upload={data} />}
    </Paper>
  );
}

function Items({ upload: { calls, errors, total, completed, failed } }: { readonly upload: BulkUpload }) {
  const done = completed + failed;
  return (
    <>
      <Text size="sm" role="status">
        {rich('{completed} of {total} analysed{failed}{count}', {
          completed,
          total,
          failed: failed > 0 && t(', {failed} failed', { failed }),
          count: errors.length > 0 && t(', {count} not accepted', { count: errors.length }),
        })}
      </Text>
      {total > 0 && done < total && (
        <Progress value={(100 * done) / total} mt="xs" aria-label={t('Analysed: {done} of {total}', { done, total })} />
      )}
      <ul className={styles.list} aria-label={t('Files of the upload')}>
        {calls.map(({ file, uuid, status, error, duplicate }) => (
          <li key={file}>
            <Group justify="space-between" gap="sm" wrap="nowrap">
              <Text size="sm" truncate>
                <Link href={`/calls/${uuid}`}>{file}</Link>
              </Text>
              <StatusBadge status={status} />
            </Group>
            {duplicate && (
              <Text size="sm" className="quiet">
                {t('The same audio as another file of this upload: both lead to one call.')}
              </Text>
            )}
            {error !== null && (
              <Text size="sm" c="var(--mantine-color-error)">
                {error}
              </Text>
            )}
          </li>
        ))}
        {errors.map(({ file, row, detail }) => (
          <li key={`${file} ${row}`}>
            <Text size="sm" truncate>
              {file ?? t('Manifest')}
              {row !== null && <span className="quiet">{t(', row {row} of the manifest', { row })}</span>}
            </Text>
            <Text size="sm" c="var(--mantine-color-error)">
              {t('Not accepted: {detail}', { detail })}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}
