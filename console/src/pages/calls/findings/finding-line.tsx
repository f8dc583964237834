import { ActionIcon, Badge, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../../language/text.ts';
import type { TurnQuote, ValueEdit } from '../../../server/answers.ts';
import { clockTime, dateAndTime, percent } from '../../../shared/page/figures.ts';
import styles from './findings.module.css';

/** The chosen value and the way to choose one. `timeOf` returns the start of a turn. */
export interface Choice {
  readonly chosen: string | undefined;
  choose(id: string): void;
  timeOf(turn: number): number | undefined;
}

interface FindingLineProps {
  readonly id: string;
  readonly name: string;
  readonly choice: Choice;
  /** Empty for no value. */
  readonly value: string;
  /** Shown for no value. */
  readonly none: string;
  readonly confidence?: number | undefined;
  readonly state?: 'contradicted' | 'unsure' | 'edited' | undefined;
  readonly quotes: readonly TurnQuote[];
  /** The result of analysis where a user entered something else, or what a language model reads instead. */
  readonly machine?: string | undefined;
  /** Who entered the value, and when. */
  readonly edit?: ValueEdit | undefined;
  readonly extra?: ReactNode;
  /** The form that changes the value; undefined where it is read-only. */
  readonly editor?: ((close: () => void) => ReactNode) | undefined;
}

/** A value with its confidence, supporting quotes, and whether it was edited. */
export function FindingLine(props: FindingLineProps) {
  const { id, name, choice, value, none, confidence, state, quotes, machine, edit, extra, editor } = props;
  const [isEditing, setEditing] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const isChosen = choice.chosen === id;
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const close = (): void => {
    setEditing(false);
    // The pencil is rendered again only after this.
    setTimeout(() => pencil.current?.focus());
  };
  return (
    <div ref={line} className={styles.line} data-chosen={isChosen} data-finding={id}>
      <dt className={styles.name}>
        {name}
        <StateBadge state={state} />
        {editor !== undefined && !isEditing && (
          <ActionIcon
            ref={pencil}
            className={styles.pencil}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('Edit {name}', { name })}
            onClick={() => setEditing(true)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        )}
      </dt>
      <dd className={styles.value}>
        {isEditing && editor !== undefined ? (
          editor(close)
        ) : (
          <>
            <span className={value === '' ? 'quiet' : styles.text}>{value === '' ? none : value}</span>
            {state !== 'edited' && value !== '' && confidence !== undefined && (
              <Text component="span" size="xs" className="quiet figures">
                {t('{confidence} sure', { confidence: percent(confidence) })}
              </Text>
            )}
            {extra}
          </>
        )}
        {machine !== undefined && (
          <Text size="xs" className="quiet" component="div" w="100%">
            {machine}
          </Text>
        )}
        {edit && (
          <Text size="xs" className="quiet" component="div" w="100%">
            {t('Entered by {name}, {time}', { name: edit.by ?? t('a former member'), time: dateAndTime(edit.at) })}
          </Text>
        )}
        {quotes.length > 0 && <QuoteButton id={id} choice={choice} quotes={quotes} />}
      </dd>
    </div>
  );
}

const badges: Partial<
  Record<NonNullable<FindingLineProps['state']>, { readonly text: string; readonly color: string }>
> = {
  edited: { text: t('Edited'), color: 'indigo' },
  contradicted: { text: t('Contradicted'), color: 'orange' },
  unsure: { text: t('Unsure'), color: 'orange' },
};

function StateBadge({ state }: Pick<FindingLineProps, 'state'>) {
  const badge = state && badges[state];
  return (
    badge !== undefined && (
      <Badge size="sm" variant="light" color={badge.color} className={styles.badge}>
        {badge.text}
      </Badge>
    )
  );
}

const longestQuote = 90;

/** Button with the supporting quotes of a value, which shows them in the transcript. */
function QuoteButton({ id, choice, quotes }: Pick<FindingLineProps, 'id' | 'choice' | 'quotes'>) {
  const [first] = quotes;
  if (first === undefined) return null;
  const at = choice.timeOf(first.turn);
  const text = first.text.length > longestQuote ? `${first.text.slice(0, longestQuote)}…` : first.text;
  return (
    <button
      type="button"
      className={styles.quote}
      aria-pressed={choice.chosen === id}
      title={t('Show this in the transcript')}
      onClick={() => choice.choose(id)}
    >
      {at !== undefined && <span className={styles.time}>{clockTime(at)}</span>}
      <span>
        “{text}”
        {quotes.length > 1 && <span className="quiet"> {t('and {count} more', { count: quotes.length - 1 })}</span>}
      </span>
    </button>
  );
}
