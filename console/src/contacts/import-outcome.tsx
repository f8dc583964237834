import { List, Progress, Stack, Text } from '@mantine/core';
import { TroubleLine } from '../components/trouble-line.tsx';
import type { ImportReport } from '../server/contacts.ts';

const shownErrors = 10;

/** How far an import has come, and what came of it. */
export function ImportOutcome({ report }: { readonly report: ImportReport | undefined }) {
  if (report === undefined) return <Progress value={0} aria-label="How far the import has come" />;
  const { progress, error, errors, failed, finished_at: finishedAt } = report;
  return (
    <Stack gap={6}>
      {finishedAt === null && <Progress value={progress * 100} aria-label="How far the import has come" />}
      <Text role="status">{outcomeText(report)}</Text>
      <TroubleLine text={error ?? undefined} />
      {errors.length > 0 && (
        <List size="sm" aria-label="Rows that were refused">
          {errors.slice(0, shownErrors).map(({ row, phone, detail }) => (
            <List.Item key={row} style={{ overflowWrap: 'anywhere' }}>
              Row {row}
              {phone === null ? '' : ` (${phone})`}: {detail}
            </List.Item>
          ))}
          {failed > shownErrors && <List.Item>and {(failed - shownErrors).toLocaleString('en')} more</List.Item>}
        </List>
      )}
    </Stack>
  );
}

/** In a sentence. */
export function outcomeText(report: ImportReport): string {
  const { status, dry_run: isTrial, rows, created, updated, failed, finished_at: finishedAt } = report;
  const [all, added, changed, refused] = [rows, created, updated, failed].map((count) => count.toLocaleString('en'));
  if (finishedAt === null) return `${all} rows read so far.`;
  const would = isTrial ? 'would be ' : '';
  const counts = `${all} rows read: ${added} ${would}added, ${changed} ${would}updated, ${refused} rejected.`;
  return status === 'cancelled' ? `Stopped. ${counts}` : counts;
}
