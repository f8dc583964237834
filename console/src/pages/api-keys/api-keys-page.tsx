import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import type { ApiKey, ShownKey } from '../../server/answers.ts';
import { revokeKey, useKeys } from '../../server/organisation.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { ShownOnce } from '../../shared/page/shown-once.tsx';
import { ApiExample } from './api-example.tsx';
import { keyColumns } from './key-columns.tsx';
import { NarrowedKeys } from './narrowed-keys.tsx';
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
  const lead = isAdmin ? t('API keys of your organisation.') : t('Keys with which your programs use the API.');
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
          advice={t('Anyone with this key can act as you, within what it may do.')}
          onClose={() => {
            setMade(undefined);
            announcer.sayHere(t('The key “{name}” is ready.', { name: made.name }));
          }}
        />
      )}
      {isAdmin && <NarrowedKeys onDone={announcer.sayHere} />}
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

interface KeyTableProps {
  readonly query: ReturnType<typeof useKeys>;
  readonly isAdmin: boolean;
  readonly onRevoke: (key: ApiKey) => void;
  readonly onTrouble: (sentence: string) => void;
}

function KeyTable({ query, isAdmin, onRevoke, onTrouble }: KeyTableProps) {
  const address = useListAddress('/api-keys');
  const columns = keyColumns({ showsOwner: isAdmin, onRevoke });
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
      {rich('Create one and give it to your program as {header}; {link} says what it can do with it.', {
        header: <code>Authorization: Bearer …</code>,
        link: <a href="/docs">{t('the API')}</a>,
      })}
    </Text>
  </>
);
