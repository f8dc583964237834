import { Badge, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import {
  changeModelConnection,
  type ModelConnection,
  removeModelConnection,
  useModelConnections,
} from '../../server/model-connections.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { RowActions } from '../../shared/menu/row-actions.tsx';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { ModelUsage } from './model-usage.tsx';

interface Wishes {
  readonly onDefault: (connection: ModelConnection) => void;
  readonly onDelete: (connection: ModelConnection) => void;
}

/** Page of the language models that the organisation has connected. For admins. */
export function ConnectionsPage() {
  const query = useModelConnections();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const address = useListAddress('/model-connections');
  const [deleted, setDeleted] = useState<ModelConnection>();
  const done = async (text: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['model-connections'] });
    setDeleted(undefined);
    announcer.sayHere(text);
  };
  const switchDefault = async ({ uuid, name, is_default: isDefault }: ModelConnection): Promise<void> => {
    const answer = await changeModelConnection(uuid, { is_default: !isDefault });
    if (!answer.ok) return done(answer.detail);
    await done(
      isDefault
        ? t('“{name}” is no longer the default.', { name })
        : t('“{name}” answers for agents without a model of their own.', { name }),
    );
  };
  const columns = columnsOf({ onDefault: (connection) => void switchDefault(connection), onDelete: setDeleted });
  return (
    <>
      <PageHeading
        title={t('Language models')}
        lead={t('Servers of your organisation that answer callers. Choose one on the page of an agent.')}
        aside={<Button onClick={() => navigate('/model-connections/new')}>{t('Connect a model')}</Button>}
      />
      <Announcement {...announcer} />
      <DataTable
        {...wholeListOf({ rows: query.data?.connections, columns, address })}
        id="model-connections"
        what={t('language models')}
        query={query}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        searchLabel={t('Search name, model or address')}
        onTrouble={announcer.sayHere}
        empty={address.isFiltered ? <NoMatch /> : <NoConnections />}
      />
      <ModelUsage />
      {deleted !== undefined && (
        <Confirm
          title={t('Delete “{name}”?', { name: deleted.name })}
          action={t('Delete')}
          send={() => removeModelConnection(deleted.uuid)}
          onCancel={() => setDeleted(undefined)}
          onDone={() => done(t('“{name}” was deleted.', { name: deleted.name }))}
          onGone={() => done(t('“{name}” was deleted already.', { name: deleted.name }))}
        >
          {t('Its key and headers are deleted too. Models that agents use cannot be deleted.')}
        </Confirm>
      )}
    </>
  );
}

const NoConnections = () => (
  <>
    <Text fw={600}>{t('No language models yet')}</Text>
    <Text className="quiet" mt={4}>
      {t('Agents use the model of the server, or the embedded engine.')}
    </Text>
  </>
);

const ConnectionState = ({ connection }: { readonly connection: ModelConnection }) => (
  <>
    <Badge variant="light" color={colorOf(connection)} c="var(--mantine-color-text)" tt="none">
      {stateOf(connection)}
    </Badge>
    {connection.last_error !== null && (
      <Text size="sm" className="quiet" lineClamp={2}>
        {connection.last_error.text}
      </Text>
    )}
  </>
);

const columnsOf = ({ onDefault, onDelete }: Wishes): readonly DataColumn<ModelConnection>[] => [
  {
    key: 'name',
    name: t('Name'),
    isFixed: true,
    isBreakable: true,
    render: ({ uuid, name, is_default: isDefault }) => (
      <Group gap="xs">
        <Link href={`/model-connections/${uuid}`}>{name}</Link>
        {isDefault && (
          <Badge variant="light" tt="none" c="var(--mantine-color-text)">
            {t('Default')}
          </Badge>
        )}
      </Group>
    ),
    text: ({ name }) => name,
    order: ({ name }) => name,
  },
  {
    key: 'model',
    name: t('Model'),
    from: 'sm',
    isBreakable: true,
    render: ({ model }) => model,
    text: ({ model }) => model,
    order: ({ model }) => model,
  },
  {
    key: 'address',
    name: t('Address'),
    from: 'md',
    isBreakable: true,
    render: ({ base_url: url }) => url,
    text: ({ base_url: url }) => url,
    order: ({ base_url: url }) => url,
  },
  {
    key: 'state',
    name: t('State'),
    isBreakable: true,
    render: (connection) => <ConnectionState connection={connection} />,
    text: (connection) => `${stateOf(connection)} ${connection.last_error?.text ?? ''}`,
    order: stateOf,
  },
  {
    key: 'actions',
    name: t('Actions'),
    isFixed: true,
    isUnseen: true,
    render: (connection) => (
      <RowActions
        name={connection.name}
        more={[
          {
            text: connection.is_default ? t('Do not use as the default') : t('Use as the default'),
            onChoose: () => onDefault(connection),
          },
          { text: t('Delete'), onChoose: () => onDelete(connection) },
        ]}
      />
    ),
  },
];

function stateOf({ trouble, last_error: error, learned }: ModelConnection): string {
  if (trouble !== null) return t('Unreadable');
  if (error !== null) return t('Failing');
  return learned === null ? t('Not tested') : t('Working');
}

function colorOf({ trouble, last_error: error, learned }: ModelConnection): string {
  if (trouble !== null || error !== null) return 'red';
  return learned === null ? 'gray' : 'teal';
}
