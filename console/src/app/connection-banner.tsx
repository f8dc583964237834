import { Alert, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '../language/text.ts';
import { useHealth } from '../server/queries.ts';

/** Shows that the server is unreachable. When it is back, reloads every failed query. */
export function ConnectionBanner() {
  const { isError } = useHealth();
  const queries = useQueryClient();
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isError)
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    wasAway.current = isError;
  }, [isError, queries]);
  return (
    <div aria-live="polite">
      {isError && (
        <Alert color="yellow" variant="light" mb="md" p="xs" icon={<IconPlugConnectedX aria-hidden />}>
          <Text size="sm">{t('The server does not respond. Reconnecting…')}</Text>
        </Alert>
      )}
    </div>
  );
}
