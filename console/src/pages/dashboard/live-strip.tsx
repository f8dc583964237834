import { Group, Paper, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { LiveCall } from '../../server/answers.ts';
import { useLiveCalls } from '../../server/live-calls.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { CallTimer } from '../../shared/calling/call-timer.tsx';
import { personOf } from '../../shared/calls/party.ts';
import { useFreshLists } from '../../shared/calls/use-fresh-lists.ts';
import { Link } from '../../shared/navigation/router.tsx';

const numbers = [['dashboard']] as const;
const mostShown = 4;

/** Calls in progress, updated live, with a link to listen. Reloads the numbers of the page when they change. */
export function LiveStrip() {
  const calls = useLiveCalls().query.data?.calls;
  useFreshLists(calls, numbers);
  const role = useMe().data?.role;
  const mayListen = role === 'manager' || role === 'admin';
  const counted = calls?.filter(({ call_type: type }) => type !== 'test') ?? [];
  const count = counted.length;
  if (count === 0) return null;
  return (
    <Paper component="section" className="surface" px="md" py="xs" mb="md" aria-label={t('In progress')}>
      <Group gap="lg">
        <Link href="/calls">
          {t('{count, plural, one {# call is in progress} other {# calls are in progress}}', { count })}
        </Link>
        {counted.slice(0, mostShown).map((call) => (
          <Group key={call.uuid} gap={8} wrap="nowrap">
            <Text size="sm" truncate maw={180}>
              {personOf(call)}
            </Text>
            <CallTimer startedMs={startOf(call)} />
            {mayListen && (
              <Link href={`/calls/${call.uuid}`}>
                {t('Listen')}
                <span className="unseen">: {personOf(call)}</span>
              </Link>
            )}
          </Group>
        ))}
      </Group>
    </Paper>
  );
}

/** Start of a call, on the clock of timers. */
const startOf = ({ started_at: startedAt, created_at: createdAt }: LiveCall): number =>
  performance.now() - (Date.now() - Date.parse(startedAt ?? createdAt));
