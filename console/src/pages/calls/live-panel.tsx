import { Badge, Group, Paper, Table, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { dateLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { CallSummary, LiveCall } from '../../server/answers.ts';
import type { useLiveCalls } from '../../server/live-calls.ts';
import { useIsDatabaseAway } from '../../server/queries.ts';
import { type Listener, useSupervision } from '../../server/supervision.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { CallTimer } from '../../shared/calling/call-timer.tsx';
import { personOf } from '../../shared/calls/party.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { LiveActions } from './live-actions.tsx';
import { listenersText } from './supervision/listeners.ts';
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
      {calls !== undefined && listed > 0 && (
        <LiveTable
          calls={calls}
          nameOf={nameOf}
          onDone={onDone}
          listeners={overview?.listeners ?? []}
          onListen={maySupervise ? supervise : undefined}
        />
      )}
      <WaitingCallers waiting={overview?.waiting ?? []} />
      {watched !== undefined && (
        <SupervisePanel key={watched.uuid} call={watched} startsAtOnce onClose={() => supervise(undefined)} />
      )}
    </Paper>
  );
}

interface LiveTableProps extends Omit<LivePanelProps, 'live'> {
  readonly calls: readonly LiveCall[];
  readonly listeners: readonly Listener[];
  /** Undefined for users who may not listen. */
  readonly onListen: ((uuid: string) => void) | undefined;
}

const LiveTable = ({ calls, nameOf, onDone, listeners, onListen }: LiveTableProps) => (
  <Table.ScrollContainer
    minWidth={0}
    type="native"
    tabIndex={0}
    aria-label={t('Calls in progress, a table that scrolls')}
  >
    <Table verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('With')}</Table.Th>
          <Table.Th scope="col" visibleFrom="sm">
            {t('Campaign')}
          </Table.Th>
          <Table.Th scope="col" visibleFrom="md">
            {t('State')}
          </Table.Th>
          <Table.Th scope="col" ta="right">
            {t('Length')}
          </Table.Th>
          <Table.Th scope="col">
            <span className="unseen">{t('Actions')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {calls.map((call) => (
          <Table.Tr key={call.uuid}>
            <Table.Td className="figures">
              <Link href={`/calls/${call.uuid}`}>{call.call_type === 'test' ? t('A test call') : personOf(call)}</Link>
              <Text size="sm" className="quiet">
                {listenersText(listeners.filter(({ call_uuid: uuid }) => uuid === call.uuid))}
              </Text>
              {call.server?.is_stale === true && (
                <Badge color="gray.7" variant="outline" title={silenceOf(call.server.seen_at)}>
                  {t('Server silent')}
                </Badge>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">{nameOf(call)}</Table.Td>
            <Table.Td visibleFrom="md">{stateTexts[call.status] ?? call.status}</Table.Td>
            <Table.Td ta="right">
              <CallTimer startedMs={startOf(call)} />
            </Table.Td>
            <Table.Td>
              <LiveActions
                call={call}
                who={personOf(call)}
                onDone={onDone}
                onListen={onListen === undefined ? undefined : () => onListen(call.uuid)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

const stateTexts: Readonly<Record<string, string>> = {
  in_progress: t('Talking'),
  transferring: t('Transferring'),
};

const silenceOf = (seenAt: string | null): string =>
  seenAt === null
    ? t('Its server does not report.')
    : t('Its server last reported at {value}.', { value: new Date(seenAt).toLocaleTimeString(dateLocale) });

/** Start of a call, on the clock of timers. */
const startOf = ({ started_at: startedAt, created_at: createdAt }: CallSummary): number =>
  performance.now() - (Date.now() - Date.parse(startedAt ?? createdAt));

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
