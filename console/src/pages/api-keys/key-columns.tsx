import { Button, Group, Text } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import type { ApiKey } from '../../server/answers.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { dayOf } from '../../shared/page/figures.ts';
import { Moment } from '../../shared/page/moment.tsx';
import { useZone } from '../../shared/zone/use-zone.ts';
import { ownerText } from './key-words.ts';

interface ColumnOptions {
  /** False for users who see only their own keys. */
  readonly showsOwner: boolean;
  readonly onRevoke: (key: ApiKey) => void;
}

const owner: DataColumn<ApiKey> = {
  key: 'owner',
  name: t('Owner'),
  from: 'md',
  isBreakable: true,
  render: ownerText,
  text: ownerText,
  order: ownerText,
};

/** Columns of the list of keys. */
export const keyColumns = ({ showsOwner, onRevoke }: ColumnOptions): readonly DataColumn<ApiKey>[] => [
  {
    key: 'name',
    name: t('Name'),
    isFixed: true,
    isBreakable: true,
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
    key: 'scopes',
    name: t('May'),
    from: 'sm',
    render: (key) => <Scopes {...key} />,
    text: ({ scopes }) => scopes.join(' '),
  },
  ...(showsOwner ? [owner] : []),
  {
    key: 'created',
    name: t('Created'),
    from: 'lg',
    render: ({ created_at: at }) => <Moment iso={at} />,
    text: ({ created_at: at }) => at,
    order: ({ created_at: at }) => at,
  },
  {
    key: 'expires',
    name: t('Valid until'),
    from: 'md',
    render: ({ expires_at: at }) => <Expiry at={at} />,
    text: ({ expires_at: at }) => at ?? '',
    order: ({ expires_at: at }) => at,
  },
  {
    key: 'used',
    name: t('Last used'),
    render: ({ last_used_at: at }) => (at === null ? t('Never') : <Moment iso={at} />),
    text: ({ last_used_at: at }) => at ?? '',
    order: ({ last_used_at: at }) => at,
  },
  {
    key: 'actions',
    name: t('Revoke'),
    isFixed: true,
    isUnseen: true,
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

function Scopes({ scopes, withheld_scopes: withheld, restricted }: ApiKey) {
  return (
    <>
      {scopes.map((scope) => (
        <Text key={scope} size="sm" ff="monospace">
          {scope}
        </Text>
      ))}
      {scopes.length === 0 && <Text size="sm">{t('Nothing that needs a scope')}</Text>}
      {restricted && <Text size="sm">{t('Restricted to these')}</Text>}
      {withheld.length > 0 && (
        <Text size="sm" className="quiet">
          {t('Not with the present role: {scopes}', { scopes: withheld.join(', ') })}
        </Text>
      )}
    </>
  );
}

/** The last day on which a key works. */
function Expiry({ at }: { readonly at: string | null }) {
  const zone = useZone();
  if (at === null) return t('Until revoked');
  const endMs = Date.parse(at);
  const day = <time dateTime={at}>{dayOf(new Date(endMs - 1).toISOString(), zone)}</time>;
  return endMs > Date.now() ? day : rich('Expired {day}', { day });
}
