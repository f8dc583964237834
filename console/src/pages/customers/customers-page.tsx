import { Badge, Group, Text } from '@mantine/core';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { type Customer, loadCustomers, useCustomers } from '../../server/customers.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { serverSortOf } from '../../shared/data-table/server-sort.ts';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { dateAndTime } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';

const pageSize = 20;

const columns: readonly DataColumn<Customer>[] = [
  {
    key: 'name',
    name: t('Name'),
    isFixed: true,
    render: ({ id, name, phone }) => <Link href={`/customers/${id}`}>{name ?? phone}</Link>,
    text: ({ name }) => name ?? '',
    sortedAs: 'name',
  },
  {
    key: 'phone',
    name: t('Phone'),
    from: 'sm',
    render: ({ phone }) => <span className="figures">{phone}</span>,
    text: ({ phone }) => phone,
    sortedAs: 'phone',
  },
  { key: 'email', name: t('E-mail'), from: 'lg', render: ({ email }) => email, text: ({ email }) => email ?? '' },
  {
    key: 'tags',
    name: t('Tags'),
    from: 'md',
    render: ({ tags }) => (
      <Group gap={4}>
        {tags.map((tag) => (
          <Badge key={tag} variant="light" color="gray" tt="none">
            {tag}
          </Badge>
        ))}
      </Group>
    ),
    text: ({ tags }) => tags.join(', '),
  },
  {
    key: 'calls',
    name: t('Calls'),
    isNumber: true,
    render: ({ calls_total: calls }) => calls.toLocaleString(numberLocale),
    text: ({ calls_total: calls }) => `${calls}`,
  },
  {
    key: 'last',
    name: t('Last call'),
    from: 'sm',
    render: ({ last_called_at: at }) => (at === null ? '' : <span className="moment">{dateAndTime(at)}</span>),
    text: ({ last_called_at: at }) => at ?? '',
  },
];

/** Page of contacts with their conversations. */
export function CustomersPage() {
  const address = useListAddress('/customers');
  const announcer = useAnnouncer();
  const q = address.get('q');
  const filter = { ...(q === '' ? {} : { q }), ...serverSortOf<'name'>(address, columns) };
  const query = useCustomers({ limit: pageSize, offset: address.offset, ...filter });
  return (
    <>
      <PageHeading
        title={t('Customers')}
        lead={t('Everyone you have talked to or can call, with their conversations.')}
      />
      <Announcement {...announcer} />
      <DataTable
        id="customers"
        what={t('customers')}
        address={address}
        query={query}
        rows={query.data?.customers}
        total={query.data?.total ?? 0}
        pageSize={pageSize}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        hrefOf={({ id }) => `/customers/${id}`}
        searchLabel={t('Search name, number or e-mail')}
        load={(page) => loadCustomers({ ...page, ...filter })}
        onTrouble={announcer.sayHere}
        empty={
          q === '' ? (
            <>
              <Text fw={600}>{t('No customers yet')}</Text>
              <Text className="quiet" mt={4}>
                <Link href="/contacts">{t('Add or import contacts')}</Link>
                {t(', and they are listed here with their calls.')}
              </Text>
            </>
          ) : (
            <Text fw={600}>{t('No customers match this search')}</Text>
          )
        }
      />
    </>
  );
}
