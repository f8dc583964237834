import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { type Column, ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { t } from '../language/text.ts';
import type { Webhook } from '../server/answers.ts';
import type { useWebhooks } from '../server/webhooks.ts';

const columns: readonly Column[] = [
  { name: t('Name') },
  { name: t('Events'), from: 'md' },
  { name: t('Last sent'), from: 'md' },
  { name: t('Actions'), isUnseen: true },
];

const wishes = { test: t('Send a test'), watch: t('Deliveries'), edit: t('Edit'), delete: t('Delete') } as const;
export type WebhookWish = keyof typeof wishes;

/** What each button is called for those who do not see its row. */
const labels: Readonly<Record<WebhookWish, (name: string) => string>> = {
  test: (name) => t('Send a test to {name}', { name }),
  watch: (name) => t('Deliveries to {name}', { name }),
  edit: (name) => t('Edit {name}', { name }),
  delete: (name) => t('Delete {name}', { name }),
};

interface WebhookTableProps {
  readonly query: ReturnType<typeof useWebhooks>;
  readonly onWish: (wish: WebhookWish, webhook: Webhook) => void;
}

export function WebhookTable({ query, onWish }: WebhookTableProps) {
  const webhooks = query.data?.webhooks ?? [];
  return (
    <ListFrame
      what={t('webhooks')}
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
                  {t('Inactive')}
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
            {webhook.last_triggered_at === null ? t('Never') : <Moment iso={webhook.last_triggered_at} />}
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
  return names.length === 0
    ? ''
    : t('With the {count, plural, one {header} other {headers}} {names}', {
        count: names.length,
        names: names.join(', '),
      });
}

const NoWebhooks = () => (
  <>
    <Text fw={600}>{t('No webhooks yet')}</Text>
    <Text className="quiet" mt={4}>
      {t('Add one above: each event is sent once, signed with a secret that you are shown then.')}
    </Text>
  </>
);
