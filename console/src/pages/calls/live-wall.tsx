import { ActionIcon, Badge, Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconEar, IconMoodEmpty, IconMoodSad, IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { dateLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { CallSummary, LiveCall } from '../../server/answers.ts';
import type { Listener } from '../../server/supervision.ts';
import { CallTimer } from '../../shared/calling/call-timer.tsx';
import { personOf } from '../../shared/calls/party.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { milliseconds } from '../../shared/page/figures.ts';
import { LiveActions } from './live-actions.tsx';
import { inOrder, type Order, orders, startOf, troublesOf } from './live-order.ts';
import styles from './live-wall.module.css';
import { listenersText } from './supervision/listeners.ts';

interface LiveWallProps {
  readonly calls: readonly LiveCall[];
  readonly listeners: readonly Listener[];
  /** Returns the campaign of a call, or the teammate who made it. */
  readonly nameOf: (call: CallSummary) => string;
  readonly onDone: (sentence: string) => void;
  /** The call that the panel shows. */
  readonly supervised: string | undefined;
  /** Undefined for users who may not listen. */
  readonly onListen: ((uuid: string) => void) | undefined;
}

/** From this many calls on, the wall has an order; from the next, its tiles are small, so that 60 fit on a screen. */
const manyCalls = 7;
const crowd = 13;

/** The calls in progress as tiles: who, for how long, in which state and mood, and how fast the agent replies. */
export function LiveWall({ calls, ...rest }: LiveWallProps) {
  const [order, setOrder] = useState<Order>('newest');
  const isDense = calls.length >= crowd;
  return (
    <>
      {calls.length >= manyCalls && (
        <Group justify="space-between" gap="sm" mt="sm">
          <Text size="sm" className="quiet figures">
            {troublesOf(calls)}
          </Text>
          <NativeSelect
            size="xs"
            aria-label={t('Order of the calls')}
            data={Object.entries(orders).map(([value, label]) => ({ value, label }))}
            value={order}
            onChange={({ currentTarget }) => setOrder(currentTarget.value as Order)}
          />
        </Group>
      )}
      <ul className={styles.wall} data-dense={isDense} aria-label={t('Calls in progress')}>
        {inOrder(calls, order).map((call) => (
          <Tile key={call.uuid} call={call} isDense={isDense} {...rest} />
        ))}
      </ul>
    </>
  );
}

interface TileProps extends Omit<LiveWallProps, 'calls'> {
  readonly call: LiveCall;
  readonly isDense: boolean;
}

function Tile({ call, isDense, listeners, nameOf, onDone, supervised, onListen }: TileProps) {
  const who = personOf(call);
  const name = call.call_type === 'test' ? t('A test call') : who;
  const facts = <Facts call={call} isDense={isDense} />;
  const listenLabel = t('Listen in on the call with {who}', { who });
  const listening = listenersText(listeners.filter(({ call_uuid: uuid }) => uuid === call.uuid));
  return (
    <li className={styles.tile} data-mood={call.mood} data-supervised={call.uuid === supervised}>
      <div className={styles.head}>
        <Link href={`/calls/${call.uuid}`} className={styles.who} title={name}>
          {name}
        </Link>
        <Text component="span" fw={600}>
          <CallTimer startedMs={startOf(call)} />
        </Text>
      </div>
      {!isDense && (
        <Text size="sm" className="quiet" truncate>
          {nameOf(call)}
        </Text>
      )}
      {isDense ? (
        <div className={styles.row}>
          {facts}
          <div className={styles.tools}>
            {onListen !== undefined && (
              <ActionIcon
                variant="subtle"
                size={30}
                aria-label={listenLabel}
                title={t('Listen')}
                onClick={() => onListen(call.uuid)}
              >
                <IconEar size={18} aria-hidden />
              </ActionIcon>
            )}
            <LiveActions call={call} who={who} onDone={onDone} isMenu />
          </div>
        </div>
      ) : (
        facts
      )}
      {listening !== undefined && (
        <Text size="sm" className={styles.listening} truncate title={listening}>
          {listening}
        </Text>
      )}
      {!isDense && (
        <div className={styles.actions}>
          {onListen !== undefined && (
            <Button
              variant="light"
              size="compact-sm"
              leftSection={<IconEar size={16} aria-hidden />}
              aria-label={listenLabel}
              onClick={() => onListen(call.uuid)}
            >
              {t('Listen')}
            </Button>
          )}
          <LiveActions call={call} who={who} onDone={onDone} />
        </div>
      )}
    </li>
  );
}

/** State, mood and latency of a call. A dense wall shows only the unusual state, and the mood as a face. */
const Facts = ({ call, isDense }: Pick<TileProps, 'call' | 'isDense'>) => (
  <div className={styles.facts}>
    <span className={isDense && call.status === 'in_progress' ? 'unseen' : undefined}>
      {stateTexts[call.status] ?? call.status}
    </span>
    <Mood mood={call.mood} isDense={isDense} />
    {call.latency_ms !== null && (
      <span className="figures" title={t('Median wait for the latest replies')}>
        {milliseconds(call.latency_ms)}
      </span>
    )}
    {call.server?.is_stale === true && (
      <Badge color="gray" c="dimmed" variant="outline" size="sm" tt="none" title={silenceOf(call.server.seen_at)}>
        {t('Server silent')}
      </Badge>
    )}
  </div>
);

const moods = {
  positive: { text: t('Pleased'), Icon: IconMoodSmile },
  neutral: { text: t('Calm'), Icon: IconMoodEmpty },
  negative: { text: t('Unhappy'), Icon: IconMoodSad },
} as const;

function Mood({ mood, isDense }: Pick<LiveCall, 'mood'> & { readonly isDense: boolean }) {
  if (mood === null) return null;
  const { text, Icon } = moods[mood];
  return (
    <span className={styles.mood} data-mood={mood} title={text}>
      <Icon size={isDense ? 18 : 16} aria-hidden />
      <span className={isDense ? 'unseen' : undefined}>{text}</span>
    </span>
  );
}

const stateTexts: Readonly<Record<string, string>> = {
  in_progress: t('Talking'),
  transferring: t('Transferring'),
};

const silenceOf = (seenAt: string | null): string =>
  seenAt === null
    ? t('Its server does not report.')
    : t('Its server last reported at {value}.', { value: new Date(seenAt).toLocaleTimeString(dateLocale) });
