import { Button, List, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { type ImportReport, rejectedRows } from '../../server/contacts.ts';
import { readable } from '../../server/readable.ts';
import { saveBlob } from '../../shared/page/save-file.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { targetTexts } from './import-words.ts';

const shownErrors = 10;

interface ImportOutcomeProps {
  readonly report: ImportReport | undefined;
  /** The chosen country of numbers without a code; empty for none. */
  readonly country: string;
}

/** The progress of an import, and its result. */
export function ImportOutcome({ report, country }: ImportOutcomeProps) {
  if (report === undefined) return <Progress value={0} aria-label={t('How far the import has come')} />;
  const { progress, error, errors, failed, dry_run: isTrial, finished_at: finishedAt } = report;
  return (
    <Stack gap={6}>
      {finishedAt === null && <Progress value={progress * 100} aria-label={t('How far the import has come')} />}
      <Text role="status">{outcomeText(report)}</Text>
      <TroubleLine text={error ?? undefined} />
      {country === '' && errors.some(({ detail }) => detail.startsWith('phone:')) && (
        <Text size="sm">
          {isTrial
            ? t('Some numbers have no country code. Go back and choose the country of numbers without a code.')
            : t(
                'Some numbers have no country code. Import the file again and choose the country of numbers without a code.',
              )}
        </Text>
      )}
      {errors.length > 0 && (
        <List size="sm" aria-label={t('Rows that were refused')}>
          {errors.slice(0, shownErrors).map(({ row, phone, detail }) => (
            <List.Item key={row} style={{ overflowWrap: 'anywhere' }}>
              {t('Row {row}{value}: {detail}', {
                row,
                value: phone === null ? '' : ` (${phone})`,
                detail: readable(detail),
              })}
            </List.Item>
          ))}
          {failed > shownErrors && (
            <List.Item>
              {t('and {failed} more', { failed: (failed - shownErrors).toLocaleString(numberLocale) })}
            </List.Item>
          )}
        </List>
      )}
      <Renames renames={report.renames} />
      {finishedAt !== null && errors.length > 0 && <SaveRejected report={report} />}
    </Stack>
  );
}

/** Names that the import would replace, in a preview. */
function Renames({ renames }: Pick<ImportReport, 'renames'>) {
  if (renames.length === 0) return null;
  return (
    <>
      <Text size="sm">
        {t('The import would replace these names. To keep them, go back and choose “{nameIfEmpty}”.', {
          nameIfEmpty: targetTexts.name_if_empty,
        })}
      </Text>
      <List size="sm" aria-label={t('Names that would be replaced')}>
        {renames.slice(0, shownErrors).map(({ row, phone, from, to }) => (
          <List.Item key={row} style={{ overflowWrap: 'anywhere' }}>
            {phone}: {from} → {to}
          </List.Item>
        ))}
        {renames.length > shownErrors && <List.Item>{t('and more')}</List.Item>}
      </List>
    </>
  );
}

/** Returns the result as a sentence. */
export function outcomeText(report: ImportReport): string {
  const { status, dry_run: isTrial, rows, created, updated, failed, finished_at: finishedAt } = report;
  const [added, changed, refused] = [created, updated, failed].map((count) => count.toLocaleString(numberLocale));
  if (finishedAt === null) return t('{rows, plural, one {# row} other {# rows}} read so far.', { rows });
  const values = { rows, added, changed, refused };
  const counts = isTrial
    ? t(
        '{rows, plural, one {# row} other {# rows}} read: {added} would be added, {changed} would be updated, {refused} rejected.',
        values,
      )
    : t(
        '{rows, plural, one {# row} other {# rows}} read: {added} added, {changed} updated, {refused} rejected.',
        values,
      );
  return status === 'cancelled' ? t('Stopped. {counts}', { counts }) : counts;
}

/** Button that saves the rejected rows as in the file, each with its reason, for correction and another import. */
function SaveRejected({ report: { import_uuid: uuid, file_name: name } }: { readonly report: ImportReport }) {
  const [trouble, setTrouble] = useState<string>();
  const save = async (): Promise<void> => {
    const rows = await rejectedRows(uuid);
    if (typeof rows === 'string') return setTrouble(rows);
    saveBlob(rows, `rejected-${name.replace(/\.[^.]*$/, '')}.csv`);
  };
  return (
    <>
      <Button variant="default" size="compact-sm" w="fit-content" onClick={() => void save()}>
        {t('Download rejected rows')}
      </Button>
      <TroubleLine text={trouble} />
    </>
  );
}
