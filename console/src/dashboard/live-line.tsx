import { Text } from '@mantine/core';
import { useFreshLists } from '../calls/use-fresh-lists.ts';
import { Link } from '../frame/router.tsx';
import { useLiveCalls } from '../server/live-calls.ts';

const numbers = [['dashboard']] as const;

/** How many calls are in progress, as they begin and end; the numbers of the dashboard follow. */
export function LiveLine() {
  const calls = useLiveCalls().query.data?.calls;
  useFreshLists(calls, numbers);
  const count = calls?.filter(({ call_type: type }) => type !== 'test').length ?? 0;
  if (count === 0) return null;
  return (
    <Text size="sm" mb="sm">
      <Link href="/calls">{count === 1 ? '1 call is' : `${count.toLocaleString('en')} calls are`} in progress</Link>
    </Text>
  );
}
