import { Code, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { deleteSecret, type Secret, useSecrets } from '../../server/tool-settings.ts';
import { useMe } from '../../shared/account/use-account.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { RowActions, RowButton } from '../../shared/menu/row-actions.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { Moment } from '../../shared/page/moment.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { NewSecret } from './new-secret.tsx';

const columnsOf = (onDelete: ((secret: Secret) => void) | undefined): readonly DataColumn<Secret>[] => [
  {
    key: 'name',
    name: t('Name'),
    isFixed: true,
    isBreakable: true,
    render: ({ name }) => <Code>{`{{secret.${name}}}`}</Code>,
    text: ({ name }) => name,
    order: ({ name }) => name,
  },
  {
    key: 'users',
    name: t('Used by'),
    from: 'md',
    isBreakable: true,
    render: ({ used_by: users }) => (users.length === 0 ? t('Nobody') : users.join(', ')),
    text: ({ used_by: users }) => users.join(', '),
  },
  {
    key: 'used',
    name: t('Last used'),
    from: 'sm',
    render: ({ last_used_at: at }) => (at === null ? t('Never') : <Moment iso={at} />),
    text: ({ last_used_at: at }) => at ?? '',
    order: ({ last_used_at: at }) => at,
  },
  {
    key: 'actions',
    name: t('Actions'),
    isFixed: true,
    isUnseen: true,
    render: (secret) =>
      onDelete && (
        <RowActions name={secret.name} more={[]}>
          <RowButton
            text={t('Delete')}
            label={t('Delete {name}', { name: secret.name })}
            onClick={() => onDelete(secret)}
          />
        </RowActions>
      ),
  },
];

/** Page of credentials that tools and MCP servers name. */
export function SecretsPage() {
  const isAdmin = useMe().data?.role === 'admin';
  const query = useSecrets();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [deleted, setDeleted] = useState<Secret>();
  const address = useListAddress('/secrets');
  const columns = columnsOf(isAdmin ? setDeleted : undefined);
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['secrets'] });
  const done = async (text: string): Promise<void> => {
    await refresh();
    setDeleted(undefined);
    announcer.sayHere(text);
  };
  return (
    <>
      <PageHeading
        title={t('Secrets')}
        help="tools"
        lead={t('Credentials for the tools of agents and for MCP servers. They are stored encrypted and never shown.')}
      />
      <Announcement {...announcer} />
      {isAdmin && <NewSecret onStored={(name) => void done(t('The secret {name} is stored.', { name }))} />}
      <DataTable
        {...wholeListOf({ rows: query.data?.secrets, columns, address })}
        id="secrets"
        what={t('Secrets')}
        query={query}
        columns={columns}
        keyOf={({ name }) => name}
        searchLabel={t('Search name')}
        onTrouble={announcer.sayHere}
        empty={address.isFiltered ? <NoMatch /> : <NoSecrets />}
      />
      {deleted !== undefined && (
        <Confirm
          title={t('Delete “{name}”?', { name: deleted.name })}
          action={t('Delete')}
          send={() => deleteSecret(deleted.name)}
          onCancel={() => setDeleted(undefined)}
          onDone={() => done(t('The secret {name} was deleted.', { name: deleted.name }))}
          onGone={() => done(t('The secret {name} was deleted already.', { name: deleted.name }))}
        >
          {t('The value cannot be restored.')}
        </Confirm>
      )}
    </>
  );
}

const NoSecrets = () => (
  <>
    <Text fw={600}>{t('No secrets yet')}</Text>
    <Text className="quiet" mt={4}>
      {rich('Tools use a secret as {form} in headers, queries and addresses.', {
        form: <code>{'{{secret.NAME}}'}</code>,
      })}
    </Text>
  </>
);
