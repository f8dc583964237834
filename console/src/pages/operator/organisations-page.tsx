import { Text } from '@mantine/core';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { loadOrganisations, type Organisation, useOrganisations } from '../../server/superadmin.ts';
import { useMe } from '../../shared/account/use-account.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { Moment } from '../../shared/page/moment.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { SuperadminsOnly } from './superadmins-only.tsx';

const pageSize = 20;

const columns: readonly DataColumn<Organisation>[] = [
  {
    key: 'name',
    name: t('Name'),
    isFixed: true,
    isBreakable: true,
    render: ({ uuid, name }) => <span title={uuid}>{name}</span>,
    text: ({ name }) => name,
  },
  {
    key: 'members',
    name: t('Members'),
    isNumber: true,
    render: ({ members }) => members.toLocaleString(numberLocale),
    text: ({ members }) => `${members}`,
  },
  {
    key: 'since',
    name: t('Since'),
    from: 'sm',
    render: ({ created_at: at }) => <Moment iso={at} />,
    text: ({ created_at: at }) => at,
  },
];

/** Page of all organisations on the server. */
export function OrganisationsPage() {
  const isAllowed = useMe().data?.superadmin === true;
  return isAllowed ? <Organisations /> : <SuperadminsOnly title={t('Organisations')} />;
}

function Organisations() {
  const address = useListAddress('/organisations');
  const announcer = useAnnouncer();
  const q = address.get('q');
  const filter = q === '' ? {} : { q };
  const query = useOrganisations({ limit: pageSize, offset: address.offset, ...filter }, true);
  return (
    <>
      <PageHeading title={t('Organisations')} lead={t('Everyone who shares this server, oldest first.')} />
      <Announcement {...announcer} />
      <DataTable
        id="organisations"
        what={t('organisations')}
        address={address}
        query={query}
        rows={query.data?.results}
        total={query.data?.total ?? 0}
        pageSize={pageSize}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        searchLabel={t('Search organisations')}
        load={(page) => loadOrganisations({ ...page, ...filter })}
        onTrouble={announcer.sayHere}
        empty={q === '' ? <NothingHere /> : <NoMatch />}
      />
    </>
  );
}

/** The reader belongs to an organisation, so the list is empty only after the last page. */
const NothingHere = () => (
  <>
    <Text fw={600}>{t('There are no organisations on this page')}</Text>
    <Text className="quiet" mt={4}>
      <Link href="/organisations">{t('Back to the oldest ones')}</Link>
    </Text>
  </>
);
