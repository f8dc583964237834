import { Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Bubble, Run } from '../../../../client/call/bubbles.ts';
import { spokenBy } from '../../call/bubbles.ts';
import { personLabel } from '../../call/person.ts';
import { t } from '../../language/text.ts';
import { clockTime, milliseconds } from '../page/figures.ts';
import styles from './conversation.module.css';

export interface ConversationProps {
  readonly bubbles: readonly Bubble[];
  /** Shown while the conversation is empty. */
  readonly empty: ReactNode;
  /** Keeps the newest words in view and announces them to screen readers. */
  readonly live?: boolean;
  /** Label of the caller; `You` on the caller's own page. */
  readonly callerName?: string;
  /** Label of the other side. */
  readonly agentName?: string;
  /** Plays the recording from this position. Bubbles without a time cannot be played. */
  readonly onSeek?: ((ms: number) => void) | undefined;
  /** Key of the bubble being played. */
  readonly playing?: string | undefined;
}

/**
 * The words of both sides. Words that the caller did not hear are struck through; words not played yet have another
 * shade.
 */
export function Conversation({ bubbles, empty, live = false, onSeek, playing, ...names }: ConversationProps) {
  const { callerName = t('You'), agentName = t('Agent') } = names;
  const box = useRef<HTMLDivElement>(null);
  const followed = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the words have changed
  useLayoutEffect(() => {
    if (live && followed.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [bubbles, live]);

  const watchScroll = (): void => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    followed.current = scrollHeight - scrollTop - clientHeight < 40;
  };

  return (
    <>
      <section
        ref={box}
        className={styles.box}
        data-live={live}
        onScroll={watchScroll}
        aria-label={t('Conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
        tabIndex={0}
      >
        {bubbles.length === 0 && (
          <Text component="div" className="quiet" ta="center" m="auto" maw={420}>
            {empty}
          </Text>
        )}
        {bubbles.map((bubble) => (
          <BubbleView
            key={bubble.key}
            bubble={bubble}
            callerName={callerName}
            agentName={agentName}
            onSeek={onSeek}
            isPlaying={bubble.key === playing}
          />
        ))}
      </section>
      {live && <Announcer bubbles={bubbles} agentName={agentName} callerName={callerName} />}
    </>
  );
}

interface BubbleViewProps {
  readonly bubble: Bubble;
  readonly callerName: string;
  readonly agentName: string;
  readonly onSeek: ((ms: number) => void) | undefined;
  readonly isPlaying: boolean;
}

function BubbleView({ bubble, callerName, agentName, onSeek, isPlaying }: BubbleViewProps) {
  const { speaker, final, person, startMs, latencyMs, note } = bubble;
  return (
    <div
      className={styles.bubble}
      data-speaker={speaker}
      data-person={person !== undefined}
      data-final={final}
      data-playing={isPlaying}
    >
      <span className={styles.who}>
        {speaker === 'caller' ? callerName : person === undefined ? agentName : personLabel(person)}
        {onSeek !== undefined && startMs !== undefined && (
          <button
            type="button"
            className={styles.time}
            aria-label={t('Play from {startMs}', { startMs: clockTime(startMs) })}
            onClick={() => onSeek(startMs)}
          >
            {clockTime(startMs)}
          </button>
        )}
        {latencyMs !== undefined && (
          <span className={styles.latency}>{t('after {latencyMs}', { latencyMs: milliseconds(latencyMs) })}</span>
        )}
        {note !== undefined && <span className={styles.latency}>{note}</span>}
      </span>
      <p className={isPlaying ? `${styles.words} ${styles.playing}` : styles.words}>
        {bubble.runs.map((run, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity but their place
          <RunView key={index} run={run} />
        ))}
      </p>
    </div>
  );
}

function RunView({ run: { heard, text } }: { readonly run: Run }) {
  if (heard === 'yes') return <span data-heard="yes">{text} </span>;
  if (heard === 'pending') {
    return (
      <span data-heard="pending" className={styles.pending}>
        {text}{' '}
      </span>
    );
  }
  return (
    <>
      <VisuallyHidden>{t('not heard:')} </VisuallyHidden>
      <s data-heard="no" className={styles.unheard} title={t('Not heard by the caller')}>
        {text}
      </s>{' '}
    </>
  );
}

/** Announces final lines once each, because changing text would be read again and again. */
function Announcer({
  bubbles,
  agentName,
  callerName,
}: Pick<ConversationProps, 'bubbles'> & { readonly agentName: string; readonly callerName: string }) {
  return (
    <VisuallyHidden role="log" aria-live="polite" aria-relevant="additions" aria-label={t('What was said')}>
      {bubbles
        .filter(({ final }) => final)
        .map((bubble) => (
          <p key={bubble.key}>{spokenBy(agentName, callerName)(bubble)}</p>
        ))}
    </VisuallyHidden>
  );
}
