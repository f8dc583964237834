import { Table, Text } from '@mantine/core';
import { useMe } from '../account/use-account.ts';
import { type Column, ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { Link } from '../frame/router.tsx';
import { t } from '../language/text.ts';
import { useOrganisations } from '../server/superadmin.ts';
import { SuperadminsOnly } from './superadmins-only.tsx';

const pageSize = 20;

const columns: readonly Column[] = [{ name: t('Name') }, { name: t('Members') }, { name: t('Since'), from: 'sm' }];

/** All organisations of the server. */
export function OrganisationsPage({ offset }: { readonly offset: number }) {
  const isAllowed = useMe().data?.superadmin === true;
  const query = useOrganisations({ limit: pageSize, offset }, isAllowed);
  if (!isAllowed) return <SuperadminsOnly title={t('Organisations')} />;
  const { results = [], total = 0 } = query.data ?? {};
  return (
    <>
      <PageHeading title={t('Organisations')} lead={t('Everyone who shares this server, oldest first.')} />
      <ListFrame
        what={t('organisations')}
        query={query}
        columns={columns}
        empty={results.length === 0 ? <NothingHere /> : undefined}
      >
        {results.map(({ uuid, name, members, created_at: createdAt }) => (
          <Table.Tr key={uuid}>
            <Table.Td style={{ overflowWrap: 'anywhere' }} title={uuid}>
              {name}
            </Table.Td>
            <Table.Td className="figures">{members}</Table.Td>
            <Table.Td visibleFrom="sm">
              <Moment iso={createdAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
      <PagesOf path="/organisations" total={total} pageSize={pageSize} offset={offset} />
    </>
  );
}

/** Who reads this is in one, so that there is none only behind the last page. */
const NothingHere = () => (
  <>
    <Text fw={600}>{t('There are no organisations on this page')}</Text>
    <Text className="quiet" mt={4}>
      <Link href="/organisations">{t('Back to the oldest ones')}</Link>
    </Text>
  </>
);
