import { Button, Grid, Group, Loader, Paper, Progress, Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '../../language/text.ts';
import type { Reading, ReadingKind } from '../../server/answers.ts';
import { RequestError } from '../../server/ask.ts';
import { askForDownload } from '../../server/documents.ts';
import { beginReading, callOffReading, useReading } from '../../server/readings.ts';
import { isBeingRead, useProgress } from '../../server/use-progress.ts';
import { OwnerText } from '../../shared/documents/owner-text.tsx';
import { failureText, readText, stateText } from '../../shared/documents/reading-words.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { fileSize } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { saveFile } from '../../shared/page/save-file.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { AskPanel } from './ask-panel.tsx';
import { ReadingFacts } from './reading-facts.tsx';
import { type Shown, shownIn } from './source-place.ts';
import { isWebsite, WebsiteSettings } from './website-settings.tsx';

const texts = {
  document: { what: t('document'), path: '/documents', all: t('All documents') },
  audio: { what: t('recording'), path: '/audio', all: t('All recordings') },
} as const satisfies Readonly<Record<ReadingKind, object>>;

/** Props of the processed content and the position to show in it. */
export interface ContentProps {
  readonly reading: Reading;
  readonly processedAt: string;
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
}

interface ReadingPageProps {
  readonly kind: ReadingKind;
  readonly uuid: string;
  readonly content: (props: ContentProps) => ReactNode;
}

/** Page of one document or recording: extracted facts, questions about it, and its content. */
export function ReadingPage({ kind, uuid, content }: ReadingPageProps) {
  const { data, isError, error, refetch } = useReading(uuid);
  const { what, path, all } = texts[kind];
  if (isError && (data === undefined || (error instanceof RequestError && error.status === 404))) {
    return (
      <>
        <PageHeading title={t('This {what} cannot be shown', { what })} lead={<Link href={path}>{all}</Link>} />
        <TroubleNotice title={t('It may have been deleted')} advice={error.message} onRetry={() => void refetch()} />
      </>
    );
  }
  return data === undefined ? (
    <Loader aria-label={t('Loading the {what}', { what })} />
  ) : (
    <Whole reading={data} content={content} />
  );
}

function Whole({ reading, content }: { readonly reading: Reading; readonly content: ReadingPageProps['content'] }) {
  const { kind, uuid, processed_at } = reading;
  const { path, all } = texts[kind];
  useProgress([reading]);
  const [shown, setShown] = useState<Shown>(() => shownIn(window.location.search));
  const queries = useQueryClient();
  const [trouble, setTrouble] = useState<string>();
  const act = async (answer: ReturnType<typeof beginReading>): Promise<void> => {
    const { ok, ...rest } = await answer;
    setTrouble(ok || !('detail' in rest) ? undefined : rest.detail);
    await queries.invalidateQueries({ queryKey: ['readings'] });
  };
  const download = async (): Promise<void> => {
    const answer = await askForDownload(uuid);
    if (answer.ok) saveFile(answer.value.download_url, reading.file_name);
    setTrouble(answer.ok ? undefined : answer.detail);
  };
  return (
    <>
      <PageHeading
        title={reading.title}
        lead={
          <>
            {reading.file_name}, {fileSize(reading.size_bytes)} · <Link href={path}>{all}</Link>
            <OwnerText reading={reading} />
          </>
        }
        aside={
          <Group gap="xs">
            <Button variant="default" onClick={() => void download()}>
              {t('Download')}
            </Button>
            {reading.is_own && !isBeingRead(reading) && (
              <Button
                variant={processed_at === null ? 'filled' : 'default'}
                onClick={() => void act(beginReading(uuid))}
              >
                {readText(reading)}
              </Button>
            )}
          </Group>
        }
      />
      <TroubleLine text={trouble} />
      {/* Without the pages, because a screen reader would announce each of them. */}
      <VisuallyHidden role="status">
        {reading.work?.status !== 'failed' &&
          stateText({ ...reading, work: reading.work && { ...reading.work, note: null } })}
      </VisuallyHidden>
      <Work reading={reading} onCallOff={() => void act(callOffReading(uuid))} />
      {isWebsite(reading) && <WebsiteSettings reading={reading} />}
      {processed_at !== null && (
        <>
          <ReadingFacts reading={reading} />
          <Grid gap="md">
            <Grid.Col span={{ base: 12, md: 5 }}>
              <AskPanel reading={reading} onShow={setShown} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 7 }}>
              {content({ reading, processedAt: processed_at, shown, onShow: setShown })}
            </Grid.Col>
          </Grid>
        </>
      )}
    </>
  );
}

/** Progress, the error, or that processing has not started; empty after success. */
function Work({ reading, onCallOff }: { readonly reading: Reading; readonly onCallOff: () => void }) {
  const { work, processed_at, kind } = reading;
  const isOpen = isBeingRead(reading);
  if (work?.status === 'failed') {
    const title = processed_at === null ? t('Processing failed') : t('Processing failed again');
    const rest = processed_at === null ? '' : t(' What you see is from before.');
    return (
      <div style={{ marginBottom: 16 }}>
        <TroubleNotice title={title} advice={`${failureText(reading)}${rest}`} />
      </div>
    );
  }
  if (!isOpen && processed_at !== null) return null;
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-label={t('Progress')}>
      <Group justify="space-between" gap="sm">
        <Text fw={600} className="figures">
          {stateText(reading)}
        </Text>
        {isOpen && (
          <Button variant="default" size="compact-md" onClick={onCallOff}>
            {t('Cancel')}
          </Button>
        )}
      </Group>
      {isOpen && <Progress value={(work?.progress ?? 0) * 100} mt="sm" aria-label={t('How far it is read')} />}
      <Text size="sm" className="quiet" mt="xs">
        {processed_at !== null
          ? t('What you see is from before; it stays until the new result is whole.')
          : isOpen
            ? t('You can leave this page. Processing continues.')
            : t('Questions can be asked once it is {value}.', {
                value: kind === 'audio' ? t('transcribed') : t('read'),
              })}
      </Text>
    </Paper>
  );
}
