import { Group, Switch, Text, Title, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { personLabel } from '../../call/person.ts';
import { t } from '../../language/text.ts';
import { clockTime, milliseconds } from '../page/figures.ts';
import { markedParts, type Proof, type SpokenTurn } from './spoken-turns.ts';
import styles from './transcript.module.css';

interface TranscriptProps {
  readonly turns: readonly SpokenTurn[];
  readonly customerName: string;
  /** The turn at the current position of the recording. */
  readonly current: number | undefined;
  readonly isPlaying: boolean;
  /** Undefined without a recording. */
  readonly onSeek: ((ms: number) => void) | undefined;
  readonly proofs: readonly Proof[];
  readonly chosen: Proof | undefined;
  readonly onChoose: (id: string, turn: number) => void;
  readonly empty: string;
  /** Whether turns are still being added; the newest stays in view. */
  readonly isLive?: boolean;
}

/** The transcript. It follows the recording, seeks in it, and names the values that each turn supports. */
export function Transcript(props: TranscriptProps) {
  const { turns, current, isPlaying, onSeek, proofs, chosen, empty, isLive = false } = props;
  const box = useRef<HTMLElement>(null);
  const [follows, setFollows] = useState(true);
  useFollowing(box, follows && isPlaying ? current : undefined);
  useNewest(box, isLive ? turns.length : 0);
  useShown(box, chosen);
  // A single tab stop; the arrow keys move from there.
  const entry = onSeek === undefined ? proofs[0]?.quotes[0]?.turn : 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = [...(box.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || at === -1) return;
    event.preventDefault();
    all[at + step]?.focus();
  };
  return (
    <>
      <Group justify="space-between" mb="xs" gap="sm">
        <Title order={2} size="h4" id="transcript">
          {t('Transcript')}
        </Title>
        {onSeek !== undefined && turns.length > 0 && (
          <Switch
            size="sm"
            label={t('Follow the recording')}
            checked={follows}
            onChange={({ currentTarget }) => setFollows(currentTarget.checked)}
          />
        )}
      </Group>
      <section
        ref={box}
        className={styles.box}
        aria-label={t('Conversation')}
        onKeyDown={onKeyDown}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
        tabIndex={0}
      >
        {turns.length === 0 && (
          <Text className="quiet" ta="center" my="xl">
            {empty}
          </Text>
        )}
        {turns.map((turn) => (
          <Turn
            key={turn.index}
            {...props}
            turn={turn}
            isCurrent={turn.index === current}
            isEntry={turn.index === entry}
            proofs={proofs.filter(({ quotes }) => quotes.some((quote) => quote.turn === turn.index))}
          />
        ))}
      </section>
    </>
  );
}

/** Returns the URL fragment of a turn. */
export const turnId = (index: number): string => `turn-${index + 1}`;

const turnIn = (box: RefObject<HTMLElement | null>, index: number): HTMLElement | null =>
  box.current?.querySelector<HTMLElement>(`[data-turn="${index}"]`) ?? null;

/** Scrolls the box, and only the box, to keep the current turn in view. */
function useFollowing(box: RefObject<HTMLElement | null>, current: number | undefined): void {
  useEffect(() => {
    const turn = current === undefined ? null : turnIn(box, current);
    if (turn === null || box.current === null) return;
    box.current.scrollTop = turn.offsetTop - box.current.offsetTop - (box.current.clientHeight - turn.offsetHeight) / 2;
  }, [box, current]);
}

/** Keeps the newest turn in view, unless the user has scrolled up. */
function useNewest(box: RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(0);
  useEffect(() => {
    const { current } = box;
    if (current === null || count === 0) return;
    const isAtEnd = before.current - current.scrollTop - current.clientHeight < 40;
    if (isAtEnd) current.scrollTop = current.scrollHeight;
    before.current = current.scrollHeight;
  }, [box, count]);
}

/** Scrolls to the first turn that supports the chosen value. */
function useShown(box: RefObject<HTMLElement | null>, chosen: Proof | undefined): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const first = chosen?.quotes[0]?.turn;
    if (first !== undefined && chosen?.id !== shown.current) turnIn(box, first)?.scrollIntoView({ block: 'center' });
    shown.current = chosen?.id;
  }, [box, chosen]);
}

interface TurnProps extends TranscriptProps {
  readonly turn: SpokenTurn;
  readonly isCurrent: boolean;
  readonly isEntry: boolean;
}

/** The text of a turn with its quotes marked, and what of it the customer did not hear. */
const Words = ({
  turn: { text, unheard },
  quotes,
}: {
  readonly turn: SpokenTurn;
  readonly quotes: Proof['quotes'];
}) => (
  <p className={styles.words}>
    {markedParts(text, quotes).map(({ start, text: part, isMarked }) =>
      isMarked ? (
        <mark key={start} className={styles.mark}>
          {part}
        </mark>
      ) : (
        <span key={start}>{part}</span>
      ),
    )}
    {unheard !== '' && (
      <>
        {' '}
        <VisuallyHidden>{t('not heard:')} </VisuallyHidden>
        <s data-heard="no" className={styles.unheard} title={t('Not heard by the customer')}>
          {unheard}
        </s>
      </>
    )}
  </p>
);

function Turn({ turn, isCurrent, isEntry, customerName, onSeek, proofs, chosen, onChoose }: TurnProps) {
  const { index, speaker, startMs, latencyMs } = turn;
  const quotes = chosen?.quotes.filter((quote) => quote.turn === index) ?? [];
  return (
    <div
      className={styles.turn}
      id={turnId(index)}
      tabIndex={-1}
      data-turn={index}
      data-speaker={speaker}
      data-person={turn.person !== undefined}
      data-playing={isCurrent}
      data-marked={quotes.length > 0}
    >
      <span className={styles.who}>
        {turn.person === undefined ? nameOf(speaker, customerName) : personLabel(turn.person)}
        {onSeek === undefined ? (
          <span className={styles.plainTime}>{clockTime(startMs)}</span>
        ) : (
          <button
            type="button"
            className={styles.time}
            tabIndex={isEntry ? 0 : -1}
            aria-label={t('Play from {startMs}', { startMs: clockTime(startMs) })}
            onClick={() => onSeek(startMs)}
          >
            {clockTime(startMs)}
          </button>
        )}
        {latencyMs !== undefined && (
          <span className={styles.latency}>{t('after {latencyMs}', { latencyMs: milliseconds(latencyMs) })}</span>
        )}
      </span>
      <Words turn={turn} quotes={quotes} />
      {proofs.length > 0 && (
        <span className={styles.proofs}>
          {proofs.map(({ id, label }, place) => (
            <button
              key={id}
              type="button"
              className={styles.proof}
              tabIndex={onSeek === undefined && isEntry && place === 0 ? 0 : -1}
              aria-pressed={id === chosen?.id}
              onClick={() => onChoose(id, index)}
            >
              {label}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}

const nameOf = (speaker: SpokenTurn['speaker'], customerName: string): string =>
  ({
    agent: t('Agent'),
    customer: customerName,
    speaker_1: t('Speaker 1'),
    speaker_2: t('Speaker 2'),
    unknown: t('Speaker'),
  })[speaker];
