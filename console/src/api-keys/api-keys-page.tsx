import { Button, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../account/use-account.ts';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { Confirm } from '../components/confirm.tsx';
import { type Column, ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { ShownOnce } from '../components/shown-once.tsx';
import { rich, t } from '../language/text.ts';
import type { ApiKey, ShownKey } from '../server/answers.ts';
import { revokeKey, useKeys, useNames } from '../server/organisation.ts';
import { NewKey } from './new-key.tsx';

/** What programs are let in with; an admin sees those of everyone. */
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
      <KeyTable query={query} isAdmin={isAdmin} onRevoke={setRevoked} />
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

const columns = (isAdmin: boolean): readonly Column[] => [
  { name: t('Name') },
  { name: t('May'), from: 'sm' },
  ...(isAdmin ? [{ name: t('Owner'), from: 'md' } as const] : []),
  { name: t('Created'), from: 'md' },
  { name: t('Last used') },
  { name: t('Revoke'), isUnseen: true },
];

interface KeyTableProps {
  readonly query: ReturnType<typeof useKeys>;
  readonly isAdmin: boolean;
  readonly onRevoke: (key: ApiKey) => void;
}

function KeyTable({ query, isAdmin, onRevoke }: KeyTableProps) {
  const nameOf = useNames(isAdmin);
  const keys = query.data?.api_keys ?? [];
  return (
    <ListFrame
      what={t('API keys')}
      query={query}
      columns={columns(isAdmin)}
      empty={keys.length === 0 ? <NoKeys /> : undefined}
    >
      {keys.map((key) => (
        <Table.Tr key={key.uuid}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            {key.name}
            <Text size="sm" className="quiet" ff="monospace">
              {key.prefix}…
            </Text>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            {key.scopes.map((scope) => (
              <Text key={scope} size="sm" ff="monospace">
                {scope}
              </Text>
            ))}
          </Table.Td>
          {isAdmin && <Table.Td visibleFrom="md">{nameOf(key.user_uuid)}</Table.Td>}
          <Table.Td visibleFrom="md">
            <Moment iso={key.created_at} />
          </Table.Td>
          <Table.Td>{key.last_used_at === null ? t('Never') : <Moment iso={key.last_used_at} />}</Table.Td>
          <Table.Td ta="right">
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('Revoke {name}', { name: key.name })}
              onClick={() => onRevoke(key)}
            >
              {t('Revoke')}
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListFrame>
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
