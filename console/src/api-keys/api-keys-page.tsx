import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../account/use-account.ts';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { Confirm } from '../components/confirm.tsx';
import type { DataColumn } from '../components/data-table/column.ts';
import { DataTable } from '../components/data-table/data-table.tsx';
import { NoMatch } from '../components/data-table/no-match.tsx';
import { useListAddress } from '../components/data-table/use-list-address.ts';
import { wholeListOf } from '../components/data-table/whole-list.ts';
import { Moment } from '../components/moment.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { ShownOnce } from '../components/shown-once.tsx';
import { rich, t } from '../language/text.ts';
import type { ApiKey, ShownKey } from '../server/answers.ts';
import { revokeKey, useKeys, useNames } from '../server/organisation.ts';
import { ApiExample } from './api-example.tsx';
import { NewKey } from './new-key.tsx';

/** Page of API keys. An admin sees those of all users. */
export function ApiKeysPage() {
  const isAdmin = useMe().data?.role === 'admin';
  const query = useKeys();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [made, setMade] = useState<ShownKey>();
  const [revoked, setRevoked] = useState<ApiKey>();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['api-keys'] });
  const done = async (key: ApiKey, text: string): Promise<void> => {
    await refresh();
    setRevoked(undefined);
    if (made?.uuid === key.uuid) setMade(undefined);
    announcer.sayHere(text);
  };
  const lead = isAdmin
    ? t('Keys for programs: all keys of the organisation.')
    : t('Keys with which your programs use the API.');
  return (
    <>
      <PageHeading
        title={t('API keys')}
        lead={lead}
        aside={
          <a href="/docs" target="_blank" rel="noreferrer">
            {t('API reference')}
          </a>
        }
      />
      <Announcement {...announcer} />
      {made !== undefined && (
        <ShownOnce
          secret={made.key}
          uuid={made.uuid}
          title={t('The key “{name}”', { name: made.name })}
          what={t('key')}
          advice={t('Anyone with this key can act as you.')}
          onClose={() => {
            setMade(undefined);
            announcer.sayHere(t('The key “{name}” is ready.', { name: made.name }));
          }}
        />
      )}
      <NewKey
        onMade={(key) => {
          announcer.say('');
          setMade(key);
          void refresh();
        }}
      />
      <KeyTable query={query} isAdmin={isAdmin} onRevoke={setRevoked} onTrouble={announcer.sayHere} />
      <ApiExample />
      {revoked !== undefined && (
        <Confirm
          title={t('Revoke “{name}”?', { name: revoked.name })}
          action={t('Revoke')}
          send={() => revokeKey(revoked.uuid)}
          onCancel={() => setRevoked(undefined)}
          onDone={() => done(revoked, t('The key “{name}” was revoked.', { name: revoked.name }))}
          onGone={() => done(revoked, t('The key “{name}” was revoked already.', { name: revoked.name }))}
        >
          {t('Programs that use it are refused immediately. This cannot be undone.')}
        </Confirm>
      )}
    </>
  );
}

interface ColumnOptions {
  /** Undefined for users who see only their own keys. */
  readonly ownerOf: ((userUuid: string) => string) | undefined;
  readonly onRevoke: (key: ApiKey) => void;
}

const columnsOf = ({ ownerOf, onRevoke }: ColumnOptions): readonly DataColumn<ApiKey>[] => [
  {
    ...{ key: 'name', name: t('Name'), isFixed: true, isBreakable: true },
    render: ({ name, prefix }) => (
      <>
        {name}
        <Text size="sm" className="quiet" ff="monospace">
          {prefix}…
        </Text>
      </>
    ),
    text: ({ name }) => name,
    order: ({ name }) => name,
  },
  {
    ...{ key: 'scopes', name: t('May'), from: 'sm' },
    render: ({ scopes }) =>
      scopes.map((scope) => (
        <Text key={scope} size="sm" ff="monospace">
          {scope}
        </Text>
      )),
    text: ({ scopes }) => scopes.join(' '),
  },
  ...(ownerOf === undefined
    ? []
    : [
        {
          ...({ key: 'owner', name: t('Owner'), from: 'md' } as const),
          render: ({ user_uuid: uuid }: ApiKey) => ownerOf(uuid),
          text: ({ user_uuid: uuid }: ApiKey) => ownerOf(uuid),
          order: ({ user_uuid: uuid }: ApiKey) => ownerOf(uuid),
        },
      ]),
  {
    ...{ key: 'created', name: t('Created'), from: 'md' },
    render: ({ created_at: at }) => <Moment iso={at} />,
    text: ({ created_at: at }) => at,
    order: ({ created_at: at }) => at,
  },
  {
    ...{ key: 'used', name: t('Last used') },
    render: ({ last_used_at: at }) => (at === null ? t('Never') : <Moment iso={at} />),
    text: ({ last_used_at: at }) => at ?? '',
    order: ({ last_used_at: at }) => at,
  },
  {
    ...{ key: 'actions', name: t('Revoke'), isFixed: true, isUnseen: true },
    render: (key) => (
      <Group justify="flex-end">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('Revoke {name}', { name: key.name })}
          onClick={() => onRevoke(key)}
        >
          {t('Revoke')}
        </Button>
      </Group>
    ),
  },
];

interface KeyTableProps {
  readonly query: ReturnType<typeof useKeys>;
  readonly isAdmin: boolean;
  readonly onRevoke: (key: ApiKey) => void;
  readonly onTrouble: (sentence: string) => void;
}

function KeyTable({ query, isAdmin, onRevoke, onTrouble }: KeyTableProps) {
  const nameOf = useNames(isAdmin);
  const address = useListAddress('/api-keys');
  const columns = columnsOf({ ownerOf: isAdmin ? nameOf : undefined, onRevoke });
  return (
    <DataTable
      {...wholeListOf({ rows: query.data?.api_keys, columns, address })}
      id="api-keys"
      what={t('API keys')}
      query={query}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      searchLabel={t('Search name or scope')}
      onTrouble={onTrouble}
      empty={address.isFiltered ? <NoMatch /> : <NoKeys />}
    />
  );
}

const NoKeys = () => (
  <>
    <Text fw={600}>{t('No API keys yet')}</Text>
    <Text className="quiet" mt={4}>
      {rich('Create one above and give it to your program as {header}; {link} says what it can do with it.', {
        header: <code>Authorization: Bearer …</code>,
        link: <a href="/docs">{t('the API')}</a>,
      })}
    </Text>
  </>
);
