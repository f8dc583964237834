import { List, Paper, Title } from '@mantine/core';
import { t } from '../../../language/text.ts';
import { type Listener, useListeners } from '../../../server/supervision.ts';
import { dateAndTime } from '../../../shared/page/figures.ts';

/** Who listened to a call. Renders nothing if nobody did. */
export function ListenedBy({ uuid, isLive }: { readonly uuid: string; readonly isLive: boolean }) {
  const listeners = useListeners(uuid, isLive).data?.listeners ?? [];
  if (listeners.length === 0) return null;
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="listened-by">
      <Title order={2} size="h4" id="listened-by" mb="sm">
        {t('Listened in')}
      </Title>
      <List size="sm" spacing={4} listStyleType="none">
        {listeners.map((listener) => (
          <List.Item key={listener.session_uuid}>{lineOf(listener, isLive)}</List.Item>
        ))}
      </List>
    </Paper>
  );
}

function lineOf(
  { user_name: name, started_at: started, ended_at: ended, taken_over_at: taken }: Listener,
  isLive: boolean,
): string {
  const time = `${dateAndTime(started)}${isLive && ended === null ? t(', still listening') : ''}`;
  return `${name ?? t('Somebody who has left')}, ${time}${taken === null ? '' : t(', spoke to the caller')}`;
}
