import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import type { CallSummary } from '../../server/answers.ts';
import type { useLiveCalls } from '../../server/live-calls.ts';
import { useIsDatabaseAway } from '../../server/queries.ts';
import { useSupervision } from '../../server/supervision.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { LiveWall } from './live-wall.tsx';
import { SupervisePanel } from './supervision/supervise-panel.tsx';
import { WaitingCallers } from './supervision/waiting-callers.tsx';

interface LivePanelProps {
  readonly live: ReturnType<typeof useLiveCalls>;
  /** Returns the campaign of a call, or the teammate who made it. */
  readonly nameOf: (call: CallSummary) => string;
  readonly onDone: (sentence: string) => void;
}

/** Calls in progress, updated live. */
export function LivePanel({ live: { query, isConnected }, nameOf, onDone }: LivePanelProps) {
  const calls = query.data?.calls;
  const isAway = useIsDatabaseAway();
  const listed = calls?.length ?? 0;
  // Without the database, an empty list may miss calls.
  const count = calls === undefined || (isAway && listed === 0) ? undefined : listed;
  const spoken = useSpokenCount(count);
  const role = useMe().data?.role;
  const maySupervise = role === 'manager' || role === 'admin';
  const overview = useSupervision(maySupervise).data;
  const [supervised, supervise] = useState<string>();
  const opener = useRef<HTMLElement | null>(null);
  const open = (uuid: string): void => {
    opener.current = document.activeElement as HTMLElement | null;
    supervise(uuid);
  };
  const close = (): void => {
    supervise(undefined);
    // The button that opened the panel, which is still on the wall while the call is.
    opener.current?.focus();
  };
  const watched = calls?.find(({ uuid }) => uuid === supervised);
  return (
    <Paper component="section" className="surface" p={{ base: 'sm', sm: 'md' }} mb="md" aria-labelledby="live">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Title order={2} size="h4" id="live">
            {t('In progress')}
          </Title>
          <Badge color={listed > 0 ? 'lake.8' : 'gray.7'} variant="filled" className="figures" aria-hidden>
            {count ?? '–'}
          </Badge>
        </Group>
        {!isConnected && count !== undefined && (
          <Text size="sm" className="quiet">
            {t('Updates every few seconds')}
          </Text>
        )}
      </Group>
      <span role="status" className="unseen">
        {spoken}
      </span>
      {calls === undefined && query.isError && (
        <TroubleLine text={t('Could not load the calls in progress. {message}', { message: query.error.message })} />
      )}
      {calls !== undefined && count === undefined && (
        <Text className="quiet" mt={4}>
          {t('The calls in progress are not known while the database does not respond.')}
        </Text>
      )}
      {count === 0 && (
        <Text className="quiet" mt={4}>
          {t('Nobody is on the phone. A call is listed here as soon as it is connected.')}
        </Text>
      )}
      {watched !== undefined && <SupervisePanel key={watched.uuid} call={watched} startsAtOnce onClose={close} />}
      {calls !== undefined && listed > 0 && (
        <LiveWall
          calls={calls}
          nameOf={nameOf}
          onDone={onDone}
          listeners={overview?.listeners ?? []}
          supervised={watched?.uuid}
          onListen={maySupervise ? open : undefined}
        />
      )}
      <WaitingCallers waiting={overview?.waiting ?? []} />
    </Paper>
  );
}

const settleMs = 4000;

/**
 * Returns the count for screen readers once it is stable for a moment, so that frequent changes do not interrupt other
 * announcements.
 */
function useSpokenCount(count: number | undefined): string {
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    if (count === undefined) return undefined;
    const text =
      count === 0
        ? t('No calls in progress.')
        : t('{count, plural, one {# call in progress.} other {# calls in progress.}}', { count });
    const timer = setTimeout(() => setSpoken(text), settleMs);
    return () => clearTimeout(timer);
  }, [count]);
  return spoken;
}
