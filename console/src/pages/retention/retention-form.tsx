import { Button, Group, NumberInput, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import {
  previewRetention,
  putRetention,
  type Retention,
  type RetentionDays,
  runRetention,
} from '../../server/retention.ts';
import { UnsavedChanges } from '../../shared/form/unsaved.tsx';
import { useSending } from '../../shared/form/use-sending.ts';
import { Moment } from '../../shared/page/moment.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

type Kind = keyof RetentionDays;
type Counts = Readonly<Record<Kind, number>>;

const kinds: readonly { readonly kind: Kind; readonly label: string; readonly hint: string }[] = [
  { kind: 'recordings', label: t('Recordings'), hint: t('Audio of calls and uploads.') },
  { kind: 'transcripts', label: t('Transcripts'), hint: t('What was said, and summaries.') },
  {
    kind: 'results',
    label: t('Personal data in results'),
    hint: t('Names, numbers, summaries and extracted values. Outcome, sentiment, scores and durations stay.'),
  },
  { kind: 'webhooks', label: t('Webhook bodies'), hint: t('What deliveries reported.') },
];

const sentenceOf = ({ recordings, transcripts, results, webhooks }: Counts): string =>
  t(
    '{recordings, plural, one {1 recording} other {{recordings} recordings}}, {transcripts, plural, one {1 transcript} other {{transcripts} transcripts}}, results of {results, plural, one {1 call} other {{results} calls}}, {webhooks, plural, one {1 webhook body} other {{webhooks} webhook bodies}}',
    { recordings, transcripts, results, webhooks },
  );

interface RetentionFormProps {
  readonly retention: Retention;
  readonly onSaved: (sentence: string) => void;
}

/** Days for each kind of data. Saving is offered once the preview of these days is shown. */
export function RetentionForm({ retention: { days, last_run: run }, onSaved }: RetentionFormProps) {
  const queries = useQueryClient();
  const [wanted, setWanted] = useState<RetentionDays>(days);
  const [preview, setPreview] = useState<Counts>();
  const { isBusy, trouble, send } = useSending();
  // A run ends data by the saved days.
  const isChanged = kinds.some(({ kind }) => wanted[kind] !== days[kind]);
  const change = (kind: Kind, value: number | string): void => {
    setPreview(undefined);
    setWanted({ ...wanted, [kind]: typeof value === 'number' ? value : null });
  };
  const during = async <T,>(request: () => Promise<Answer<T>>): Promise<Answer<T> | undefined> => {
    const answer = await send(request);
    await queries.invalidateQueries({ queryKey: ['retention'] });
    return answer;
  };
  const look = async (): Promise<void> => {
    const answer = await during(() => previewRetention(wanted));
    if (answer?.ok) setPreview(answer.value);
  };
  const save = async (): Promise<void> => {
    const answer = await during(() => putRetention(wanted));
    if (!answer?.ok) return;
    setPreview(undefined);
    onSaved(t('The retention was saved. Data ends every night.'));
  };
  const runNow = async (): Promise<void> => {
    const answer = await during(runRetention);
    if (answer?.ok) onSaved(t('A run has begun.'));
  };
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="retention">
      <Title order={2} size="h4" id="retention" mb="xs">
        {t('Retention')}
      </Title>
      <Text className="quiet" mb="md">
        {t(
          'Days after which data ends. Empty keeps it. Calls on hold are left, and statistics keep counting every call.',
        )}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mb="md">
        {kinds.map(({ kind, label, hint }) => (
          <NumberInput
            key={kind}
            label={label}
            description={hint}
            value={wanted[kind] ?? ''}
            onChange={(value) => change(kind, value)}
            min={1}
            max={36_500}
            allowDecimal={false}
            suffix={` ${t('{count, plural, one {day} other {days}}', { count: wanted[kind] ?? 0 })}`}
            placeholder={t('Kept')}
          />
        ))}
      </SimpleGrid>
      <UnsavedChanges isDirty={isChanged} />
      <TroubleLine text={trouble} />
      {preview !== undefined && (
        <Text mb="md" role="status">
          {t('The next run would end: {what}.', { what: sentenceOf(preview) })}
        </Text>
      )}
      <Group gap="sm">
        {preview === undefined ? (
          <Button variant="default" loading={isBusy} onClick={() => void look()}>
            {t('Show what would end')}
          </Button>
        ) : (
          <Button color="red.9" loading={isBusy} onClick={() => void save()}>
            {t('Save retention')}
          </Button>
        )}
        <Button variant="subtle" loading={isBusy} disabled={isChanged} onClick={() => void runNow()}>
          {t('Run now')}
        </Button>
      </Group>
      {run !== null && (
        <Text mt="md" className="quiet">
          {run.finished_at === null
            ? rich('A run began {moment}.', { moment: <Moment iso={run.started_at} /> })
            : rich('Last run {moment}: {what}.', {
                moment: <Moment iso={run.started_at} />,
                what: sentenceOf(run.ended),
              })}{' '}
          {run.failed.length > 0 &&
            t('{count, plural, one {1 call} other {{count} calls}} could not be ended: {error}', {
              count: run.failed.length,
              error: run.failed[0]?.error ?? '',
            })}
        </Text>
      )}
    </Paper>
  );
}
