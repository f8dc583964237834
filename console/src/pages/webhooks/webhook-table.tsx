import { Badge, Group, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { Webhook } from '../../server/answers.ts';
import type { useWebhooks } from '../../server/webhooks.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { RowActions, RowButton } from '../../shared/menu/row-actions.tsx';
import { Moment } from '../../shared/page/moment.tsx';

const wishesInMenu = [
  ['watch', t('Deliveries')],
  ['edit', t('Edit')],
  ['delete', t('Delete')],
] as const;
export type WebhookWish = 'test' | (typeof wishesInMenu)[number][0];

const columnsOf = (onWish: WebhookTableProps['onWish']): readonly DataColumn<Webhook>[] => [
  {
    key: 'name',
    name: t('Name'),
    isFixed: true,
    isBreakable: true,
    render: (webhook) => (
      <>
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
      </>
    ),
    text: ({ name, url }) => `${name} ${url}`,
    order: ({ name }) => name,
  },
  {
    key: 'events',
    name: t('Events'),
    from: 'md',
    render: ({ events }) =>
      events.map((event) => (
        <Text key={event} size="sm" ff="monospace">
          {event}
        </Text>
      )),
    text: ({ events }) => events.join(' '),
  },
  {
    key: 'sent',
    name: t('Last sent'),
    from: 'md',
    render: ({ last_triggered_at: at }) => (at === null ? t('Never') : <Moment iso={at} />),
    text: ({ last_triggered_at: at }) => at ?? '',
    order: ({ last_triggered_at: at }) => at,
  },
  {
    key: 'actions',
    name: t('Actions'),
    isFixed: true,
    isUnseen: true,
    render: (webhook) => (
      <RowActions
        name={webhook.name}
        more={wishesInMenu.map(([wish, text]) => ({ text, onChoose: () => onWish(wish, webhook) }))}
      >
        <RowButton
          text={t('Send a test')}
          label={t('Send a test to {name}', { name: webhook.name })}
          onClick={() => onWish('test', webhook)}
        />
      </RowActions>
    ),
  },
];

interface WebhookTableProps {
  readonly query: ReturnType<typeof useWebhooks>;
  readonly onWish: (wish: WebhookWish, webhook: Webhook) => void;
  readonly onTrouble: (sentence: string) => void;
}

export function WebhookTable({ query, onWish, onTrouble }: WebhookTableProps) {
  const address = useListAddress('/webhooks');
  const columns = columnsOf(onWish);
  return (
    <DataTable
      {...wholeListOf({ rows: query.data?.webhooks, columns, address })}
      id="webhooks"
      what={t('webhooks')}
      query={query}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      searchLabel={t('Search name, address or event')}
      onTrouble={onTrouble}
      empty={address.isFiltered ? <NoMatch /> : <NoWebhooks />}
    />
  );
}

/** Returns only the names of the headers. */
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
      {t('Add one: each event is sent once, signed with a secret that you are shown then.')}
    </Text>
  </>
);
