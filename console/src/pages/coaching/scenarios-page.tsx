import { Button, Text } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import { type Scenario, useAllPersonas, useAllScenarios } from '../../server/coaching.ts';
import { useMe } from '../../shared/account/use-account.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { dateAndTime } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { difficultyNames } from './run-words.ts';

/** From the easiest to the hardest. */
const ranks = Object.keys(difficultyNames);

const columnsOf = (personaOf: (uuid: string) => string): readonly DataColumn<Scenario>[] => [
  {
    key: 'name',
    name: t('Name'),
    isFixed: true,
    render: ({ uuid, name }) => <Link href={`/scenarios/${uuid}`}>{name}</Link>,
    text: ({ name }) => name,
    order: ({ name }) => name,
  },
  {
    key: 'persona',
    name: t('Persona'),
    from: 'sm',
    render: ({ persona_uuid: uuid }) => personaOf(uuid),
    text: ({ persona_uuid: uuid }) => personaOf(uuid),
    order: ({ persona_uuid: uuid }) => personaOf(uuid),
  },
  {
    key: 'objective',
    name: t('Objective'),
    from: 'lg',
    render: ({ objective }) => objective,
    text: ({ objective }) => objective ?? '',
  },
  {
    key: 'difficulty',
    name: t('Difficulty'),
    render: ({ difficulty }) => difficultyNames[difficulty],
    text: ({ difficulty }) => difficultyNames[difficulty],
    order: ({ difficulty }) => ranks.indexOf(difficulty),
  },
  {
    key: 'category',
    name: t('Category'),
    from: 'md',
    render: ({ category }) => category,
    text: ({ category }) => category ?? '',
    order: ({ category }) => category,
  },
  {
    key: 'created',
    name: t('Created'),
    from: 'md',
    render: ({ created_at: at }) => <span className="moment">{dateAndTime(at)}</span>,
    text: ({ created_at: at }) => at,
    order: ({ created_at: at }) => at,
  },
];

/** Page of the situations in which personas call. */
export function ScenariosPage() {
  const role = useMe().data?.role;
  const address = useListAddress('/scenarios');
  const announcer = useAnnouncer();
  const query = useAllScenarios();
  const personas = useAllPersonas().data?.results ?? [];
  const columns = columnsOf((uuid) => personas.find((one) => one.uuid === uuid)?.name ?? '');
  return (
    <>
      <PageHeading
        title={t('Scenarios')}
        help="coaching"
        lead={t('A scenario is a persona in a situation, with an objective for the agent.')}
        aside={role !== 'member' && <Button onClick={() => navigate('/scenarios/new')}>{t('Create scenario')}</Button>}
      />
      <Announcement {...announcer} />
      <DataTable
        {...wholeListOf({ rows: query.data?.results, columns, address })}
        id="scenarios"
        what={t('scenarios')}
        query={query}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        hrefOf={({ uuid }) => `/scenarios/${uuid}`}
        searchLabel={t('Search scenarios')}
        onTrouble={announcer.sayHere}
        empty={address.isFiltered ? <NoMatch /> : <NoScenarios />}
      />
    </>
  );
}

const NoScenarios = () => (
  <>
    <Text fw={600}>{t('No scenarios yet')}</Text>
    <Text className="quiet" mt={4}>
      {rich('A scenario needs a {link}.', { link: <Link href="/personas">{t('persona')}</Link> })}
    </Text>
  </>
);
