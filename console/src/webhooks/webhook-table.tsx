import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { type Column, ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import type { Webhook } from '../server/answers.ts';
import type { useWebhooks } from '../server/webhooks.ts';

const columns: readonly Column[] = [
  { name: 'Name' },
  { name: 'Events', from: 'md' },
  { name: 'Last sent', from: 'md' },
  { name: 'Actions', isUnseen: true },
];

const wishes = { test: 'Send a test', watch: 'Deliveries', edit: 'Edit', delete: 'Delete' } as const;
export type WebhookWish = keyof typeof wishes;

/** What each button is called for those who do not see its row. */
const labels: Readonly<Record<WebhookWish, (name: string) => string>> = {
  test: (name) => `Send a test to ${name}`,
  watch: (name) => `Deliveries to ${name}`,
  edit: (name) => `Edit ${name}`,
  delete: (name) => `Delete ${name}`,
};

interface WebhookTableProps {
  readonly query: ReturnType<typeof useWebhooks>;
  readonly onWish: (wish: WebhookWish, webhook: Webhook) => void;
}

export function WebhookTable({ query, onWish }: WebhookTableProps) {
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
            <Group gap="xs">
              {webhook.name}
              {!webhook.is_active && (
                <Badge variant="default" tt="none">
                  Inactive
                </Badge>
              )}
            </Group>
            <Text size="sm" className="quiet" ff="monospace">
              {webhook.url}
            </Text>
            {headersText(webhook) !== '' && (
              <Text size="sm" className="quiet">
                {headersText(webhook)}
              </Text>
            )}
          </Table.Td>
          <Table.Td visibleFrom="md">
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
            <Group gap={4} justify="flex-end">
              {(Object.keys(wishes) as WebhookWish[]).map((wish) => (
                <Button
                  key={wish}
                  variant={wish === 'test' ? 'default' : 'subtle'}
                  size="compact-sm"
                  aria-label={labels[wish](webhook.name)}
                  onClick={() => onWish(wish, webhook)}
                >
                  {wishes[wish]}
                </Button>
              ))}
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
