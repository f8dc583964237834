import { Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import { useNames } from '../../server/organisation.ts';
import type { Phone, usePhones } from '../../server/phones.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { RowActions } from '../../shared/menu/row-actions.tsx';
import { Moment } from '../../shared/page/moment.tsx';

export type PhoneWish = 'edit' | 'password' | 'delete';

interface ColumnOptions {
  readonly nameOf: (userUuid: string) => string;
  /** Undefined for users who may not change phones. */
  readonly onWish: ((wish: PhoneWish, phone: Phone) => void) | undefined;
}

const stateOf = ({ registered }: Phone): string => (registered ? t('Registered') : t('Not registered'));

const PhoneState = ({ phone }: { readonly phone: Phone }) => (
  <Badge
    variant="light"
    tt="none"
    px={6}
    color={phone.registered ? 'green' : 'gray'}
    styles={{ root: { height: 'auto' }, label: { whiteSpace: 'normal', overflow: 'visible' } }}
  >
    {stateOf(phone)}
  </Badge>
);

/** The device that has registered, and its address. */
const Device = ({ phone: { user_agent: device, address, behind_nat: isBehindNat } }: { readonly phone: Phone }) => (
  <>
    {device ?? <span className="quiet">{t('Unknown')}</span>}
    {address !== null && (
      <Text size="sm" className="quiet">
        {isBehindNat === true ? t('{address}, behind a NAT', { address }) : address}
      </Text>
    )}
  </>
);

const columnsOf = ({ nameOf, onWish }: ColumnOptions): readonly DataColumn<Phone>[] => [
  {
    key: 'phone',
    name: t('Phone'),
    isFixed: true,
    isBreakable: true,
    render: ({ name, user_uuid: user }) => (
      <>
        {name}
        {user !== null && (
          <Text size="sm" className="quiet">
            {nameOf(user)}
          </Text>
        )}
      </>
    ),
    text: ({ name }) => name,
    order: ({ name }) => name,
  },
  {
    key: 'extension',
    name: t('Extension'),
    render: ({ extension }) => <span className="figures">{extension}</span>,
    text: ({ extension }) => extension,
    order: ({ extension }) => extension,
  },
  {
    key: 'state',
    name: t('State'),
    render: (phone) => <PhoneState phone={phone} />,
    text: stateOf,
    order: stateOf,
  },
  {
    key: 'device',
    name: t('Device'),
    from: 'md',
    isBreakable: true,
    render: (phone) => <Device phone={phone} />,
    text: ({ user_agent: device, address }) => `${device ?? ''} ${address ?? ''}`,
  },
  {
    key: 'since',
    name: t('Since'),
    from: 'lg',
    render: ({ registered_at: at }) => (at === null ? '–' : <Moment iso={at} />),
    text: ({ registered_at: at }) => at ?? '',
    order: ({ registered_at: at }) => at,
  },
  ...(onWish === undefined
    ? []
    : [
        {
          key: 'actions',
          name: t('Actions'),
          isFixed: true,
          isUnseen: true,
          render: (phone: Phone) => (
            <RowActions
              name={phone.name}
              more={[
                { text: t('Edit'), onChoose: () => onWish('edit', phone) },
                { text: t('New password'), onChoose: () => onWish('password', phone) },
                { text: t('Delete'), onChoose: () => onWish('delete', phone) },
              ]}
            />
          ),
        },
      ]),
];

interface PhoneTableProps extends Pick<ColumnOptions, 'onWish'> {
  readonly query: ReturnType<typeof usePhones>;
  readonly empty: ReactNode;
  readonly onTrouble: (sentence: string) => void;
}

export function PhoneTable({ query, empty, onWish, onTrouble }: PhoneTableProps) {
  const address = useListAddress('/phones');
  const nameOf = useNames(onWish !== undefined);
  const columns = columnsOf({ nameOf, onWish });
  return (
    <DataTable
      {...wholeListOf({ rows: query.data?.phones, columns, address })}
      id="phones"
      what={t('phones')}
      query={query}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      searchLabel={t('Search name or extension')}
      onTrouble={onTrouble}
      empty={address.isFiltered ? <NoMatch /> : empty}
    />
  );
}
