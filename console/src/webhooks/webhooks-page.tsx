import { Button, Group, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { Confirm } from '../components/confirm.tsx';
import { type Column, ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { ShownOnce } from '../components/shown-once.tsx';
import type { Webhook } from '../server/answers.ts';
import { deleteWebhook, useWebhooks } from '../server/webhooks.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { type MadeWebhook, NewWebhook } from './new-webhook.tsx';

/** Where events of calls are sent, and what came of it. */
export function WebhooksPage() {
  const query = useWebhooks();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [made, setMade] = useState<MadeWebhook>();
  const [deleted, setDeleted] = useState<Webhook>();
  const [watched, setWatched] = useState<Webhook>();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['webhooks'], exact: true });
  const done = async (webhook: Webhook, text: string): Promise<void> => {
    await refresh();
    setDeleted(undefined);
    if (made?.uuid === webhook.uuid) setMade(undefined);
    if (watched?.uuid === webhook.uuid) setWatched(undefined);
    announcer.sayHere(text);
  };
  const watch = (webhook: Webhook): void => {
    setWatched(webhook);
    void refresh();
  };
  return (
    <>
      <PageHeading title="Webhooks" lead="Your URLs that receive a request when a call starts or ends." />
      <Announcement {...announcer} />
      {made !== undefined && (
        <ShownOnce
          secret={made.secret}
          uuid={made.uuid}
          title={`The secret of “${made.name}”`}
          what="secret"
          advice="Use it to verify the signature of deliveries."
          onClose={() => {
            setMade(undefined);
            announcer.sayHere(`The webhook “${made.name}” is ready.`);
          }}
        />
      )}
      <NewWebhook
        onMade={(webhook) => {
          announcer.say('');
          setMade(webhook);
          void refresh();
        }}
      />
      <WebhookTable query={query} onDelete={setDeleted} onWatch={watch} />
      {watched !== undefined && (
        <DeliveryLog
          webhook={watched}
          onClose={() => {
            setWatched(undefined);
            announcer.sayHere('The deliveries are closed.');
          }}
        />
      )}
      {deleted !== undefined && (
        <Confirm
          title={`Delete “${deleted.name}”?`}
          action="Delete"
          send={() => deleteWebhook(deleted.uuid)}
          onCancel={() => setDeleted(undefined)}
          onDone={() => done(deleted, `The webhook “${deleted.name}” was deleted.`)}
          onGone={() => done(deleted, `The webhook “${deleted.name}” was deleted already.`)}
        >
          Nothing is sent to it from then on, and its log is gone. This cannot be undone; it can be added again, with
          another secret.
        </Confirm>
      )}
    </>
  );
}

const columns: readonly Column[] = [
  { name: 'Name' },
  { name: 'Events', from: 'sm' },
  { name: 'Last sent', from: 'md' },
  { name: 'Actions', isUnseen: true },
];

interface WebhookTableProps {
  readonly query: ReturnType<typeof useWebhooks>;
  readonly onDelete: (webhook: Webhook) => void;
  readonly onWatch: (webhook: Webhook) => void;
}

function WebhookTable({ query, onDelete, onWatch }: WebhookTableProps) {
  const webhooks = query.data?.webhooks ?? [];
  return (
    <ListFrame
      what="webhooks"
      query={query}
      columns={columns}
      empty={webhooks.length === 0 ? <NoWebhooks /> : undefined}
    >
      {webhooks.map((webhook) => (
        <Table.Tr key={webhook.uuid}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            {webhook.name}
            <Text size="sm" className="quiet" ff="monospace">
              {webhook.url}
            </Text>
            {headersText(webhook) !== '' && (
              <Text size="sm" className="quiet">
                {headersText(webhook)}
              </Text>
            )}
          </Table.Td>
          <Table.Td visibleFrom="sm">
            {webhook.events.map((event) => (
              <Text key={event} size="sm" ff="monospace">
                {event}
              </Text>
            ))}
          </Table.Td>
          <Table.Td visibleFrom="md">
            {webhook.last_triggered_at === null ? 'Never' : <Moment iso={webhook.last_triggered_at} />}
          </Table.Td>
          <Table.Td>
            <Group gap="xs" justify="flex-end">
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Deliveries to ${webhook.name}`}
                onClick={() => onWatch(webhook)}
              >
                Deliveries
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Delete ${webhook.name}`}
                onClick={() => onDelete(webhook)}
              >
                Delete
              </Button>
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListFrame>
  );
}

/** Their names alone. */
function headersText({ headers }: Webhook): string {
  const names = Object.keys(headers);
  return names.length === 0 ? '' : `With the ${names.length === 1 ? 'header' : 'headers'} ${names.join(', ')}`;
}

const NoWebhooks = () => (
  <>
    <Text fw={600}>No webhooks yet</Text>
    <Text className="quiet" mt={4}>
      Add one above: each event is sent once, signed with a secret that you are shown then.
    </Text>
  </>
);
