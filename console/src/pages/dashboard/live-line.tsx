import { Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useLiveCalls } from '../../server/live-calls.ts';
import { useFreshLists } from '../../shared/calls/use-fresh-lists.ts';
import { Link } from '../../shared/navigation/router.tsx';

const numbers = [['dashboard']] as const;

/** The number of calls in progress, updated live. Reloads the numbers of the dashboard when it changes. */
export function LiveLine() {
  const calls = useLiveCalls().query.data?.calls;
  useFreshLists(calls, numbers);
  const count = calls?.filter(({ call_type: type }) => type !== 'test').length ?? 0;
  if (count === 0) return null;
  return (
    <Text size="sm" mb="sm">
      <Link href="/calls">
        {t('{count, plural, one {# call is in progress} other {# calls are in progress}}', { count })}
      </Link>
    </Text>
  );
}
