import { Table, Text } from '@mantine/core';
import { useMe } from '../account/use-account.ts';
import { type Column, ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { Link } from '../frame/router.tsx';
import { useOrganisations } from '../server/superadmin.ts';
import { SuperadminsOnly } from './superadmins-only.tsx';

const pageSize = 20;

const columns: readonly Column[] = [{ name: 'Name' }, { name: 'Members' }, { name: 'Since', from: 'sm' }];

/** All organisations of the server. */
export function OrganisationsPage({ offset }: { readonly offset: number }) {
  const isAllowed = useMe().data?.superadmin === true;
  const query = useOrganisations({ limit: pageSize, offset }, isAllowed);
  if (!isAllowed) return <SuperadminsOnly title="Organisations" />;
  const { results = [], total = 0 } = query.data ?? {};
  return (
    <>
      <PageHeading title="Organisations" lead="Everyone who shares this server, oldest first." />
      <ListFrame
        what="organisations"
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
    <Text fw={600}>There are no organisations on this page</Text>
    <Text className="quiet" mt={4}>
      <Link href="/organisations">Back to the oldest ones</Link>
    </Text>
  </>
);
