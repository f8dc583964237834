import { Alert, Text } from '@mantine/core';
import { IconDatabaseOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '../language/text.ts';
import { useHealth, useIsDatabaseAway } from '../server/queries.ts';

/** Shows that the server or its database is unreachable. When it is back, reloads every failed query. */
export function ConnectionBanner() {
  const { isError } = useHealth();
  const isOld = useIsDatabaseAway();
  const isAway = isError || isOld;
  const queries = useQueryClient();
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isAway)
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    wasAway.current = isAway;
  }, [isAway, queries]);
  return (
    <div aria-live="polite">
      {isError && (
        <Alert color="yellow" variant="light" mb="md" p="xs" icon={<IconPlugConnectedX aria-hidden />}>
          <Text size="sm">{t('The server does not respond. Reconnecting…')}</Text>
        </Alert>
      )}
      {isOld && (
        <Alert color="yellow" variant="light" mb="md" p="xs" icon={<IconDatabaseOff aria-hidden />}>
          <Text size="sm">
            {t(
              'The database does not respond. This page shows what was read before. Incoming calls continue and are stored later. No call is dialled, and nothing can be changed.',
            )}
          </Text>
        </Alert>
      )}
    </div>
  );
}
