import { Checkbox, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import type { Sentence } from '../../server/answers.ts';
import { useTranscript } from '../../server/readings.ts';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import type { ContentProps } from './reading-page.tsx';
import { timeText } from './source-place.ts';
import styles from './transcript-panel.module.css';
import { useFileAddress } from './use-file-address.ts';

/** Returns the index of the sentence spoken at this time, or of the last one before it; -1 before the first. */
const sentenceAt = (sentences: readonly Sentence[], ms: number): number =>
  sentences.findLastIndex(({ start_ms }) => start_ms <= ms);

/** The recording with its transcript, which follows the playback and can seek. */
export function TranscriptPanel({ reading, processedAt, shown }: ContentProps) {
  const { data, isError, error, refetch } = useTranscript(reading.uuid, processedAt);
  const player = useRef<HTMLAudioElement>(null);
  const address = useFileAddress(reading.uuid);
  const [nowMs, setNowMs] = useState(shown.ms ?? 0);
  const [follows, setFollows] = useState(true);
  const first = useRef(shown);
  const sought = useRef<typeof shown>(undefined);
  const sentences = data?.sentences ?? [];

  const seek = (ms: number, plays: boolean): void => {
    setNowMs(ms);
    if (player.current === null) return;
    player.current.currentTime = ms / 1000;
    if (plays) void player.current.play().catch(() => {});
  };
  // An answer states whole seconds, so it refers to the sentence that begins within that second.
  const meant = sentences.find(({ start_ms }) => Math.floor(start_ms / 1000) * 1000 === shown.ms)?.start_ms;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another occasion
  useEffect(() => {
    if (shown.ms === undefined || data === undefined || sought.current === shown) return;
    sought.current = shown;
    seek(meant ?? shown.ms, shown !== first.current);
  }, [shown, data === undefined]);

  if (isError) {
    return (
      <TroubleNotice title={t('Could not load the transcript')} advice={error.message} onRetry={() => void refetch()} />
    );
  }
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="transcript">
      <Title order={2} size="h4" id="transcript" mb="sm">
        {t('Transcript')}
      </Title>
      {address.trouble === undefined ? (
        // biome-ignore lint/a11y/useMediaCaption: the transcript stands below it
        <audio
          ref={player}
          controls
          preload="metadata"
          src={address.src}
          aria-label={t('The recording {title}', { title: reading.title })}
          onLoadedMetadata={({ currentTarget }) => {
            if (currentTarget.currentTime === 0 && nowMs > 0) currentTarget.currentTime = nowMs / 1000;
          }}
          onTimeUpdate={({ currentTarget }) => setNowMs(currentTarget.currentTime * 1000)}
          onError={address.onError}
          style={{ width: '100%', display: 'block' }}
        />
      ) : (
        <Text size="sm" role="alert">
          {address.trouble}
        </Text>
      )}
      <Checkbox
        mt="sm"
        label={t('Scroll along with the sound')}
        checked={follows}
        onChange={({ currentTarget }) => setFollows(currentTarget.checked)}
      />
      {data === undefined ? (
        <Stack gap="sm" mt="md" role="status" aria-label={t('Loading the transcript')}>
          {['first', 'second', 'third'].map((line) => (
            <Skeleton key={line} height={24} />
          ))}
        </Stack>
      ) : (
        <Lines
          sentences={sentences}
          current={sentenceAt(sentences, nowMs + 1)}
          follows={follows}
          onChoose={(ms) => seek(ms, true)}
        />
      )}
    </Paper>
  );
}

interface LinesProps {
  readonly sentences: readonly Sentence[];
  /** Index of the current sentence. */
  readonly current: number;
  readonly follows: boolean;
  readonly onChoose: (startMs: number) => void;
}

/** A single tab stop. The arrow keys move between sentences, and Enter plays from there. */
function Lines({ sentences, current, follows, onChoose }: LinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const lineAt = (index: number): HTMLElement | undefined =>
    list.current?.querySelectorAll<HTMLElement>('button')[index];
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another is said
  useEffect(() => {
    const [box, line] = [list.current, lineAt(current)];
    if (!follows || box === null || line === undefined) return;
    const { offsetTop, offsetHeight } = line;
    box.scrollTop = offsetTop - box.offsetTop - (box.clientHeight - offsetHeight) / 2;
  }, [current, follows]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const all = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const next = all[all.indexOf(document.activeElement as HTMLElement) + step];
    event.preventDefault();
    next?.focus();
  };
  const stop = Math.max(0, current);
  return (
    <ol
      ref={list}
      className={styles.lines}
      onKeyDown={onKeyDown}
      aria-label={t('Sentences; the arrow keys go through them')}
    >
      {sentences.map(({ start_ms, text }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sentences may be the same
        <li key={i}>
          <button
            type="button"
            className={styles.line}
            tabIndex={i === stop ? 0 : -1}
            {...(i === current ? { 'aria-current': 'true' } : {})}
            onClick={() => onChoose(start_ms)}
          >
            <span className={styles.time}>{timeText(start_ms)}</span>
            <span>{text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
