import { Group, NativeSelect, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { type PracticeProgress, useProgress } from '../../server/coaching.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { dateAndTime } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { NextScenario } from './next-scenario.tsx';
import { VerdictBadge } from './run-badges.tsx';
import { ScoreChart } from './score-chart.tsx';

type Person = PracticeProgress['results'][number];

const windows = [
  { value: '30', label: t('The last 30 days') },
  { value: '90', label: t('The last 90 days') },
  { value: '365', label: t('The last 365 days') },
];

/** Page of each user's scores in live practice over time. */
export function ProgressPage() {
  const [days, setDays] = useState('90');
  const [chosen, setChosen] = useState('');
  const { data, isError, error, refetch } = useProgress(Number(days));
  const people = data?.results ?? [];
  const person = people.find(({ user_uuid: uuid }) => uuid === chosen) ?? people[0];
  return (
    <>
      <PageHeading
        title={t('Progress')}
        help="coaching"
        lead={t('Scores in live practice over time.')}
        aside={
          <Group gap="sm">
            {people.length > 1 && (
              <NativeSelect
                aria-label={t('Person')}
                data={people.map(({ user_uuid: value, name: label }) => ({ value, label }))}
                value={person?.user_uuid ?? ''}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              />
            )}
            <NativeSelect
              aria-label={t('Period')}
              data={windows}
              value={days}
              onChange={({ currentTarget }) => setDays(currentTarget.value)}
            />
          </Group>
        }
      />
      {isError && (
        <TroubleNotice title={t('Could not load the progress')} advice={error.message} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Skeleton height={240} />}
      {data !== undefined && person === undefined && (
        <Text className="quiet">
          {rich('There are no scored sessions in this period. {link}', {
            link: <Link href="/practice">{t('Practise with a customer')}</Link>,
          })}
        </Text>
      )}
      {data !== undefined && person !== undefined && (
        <Stack gap="md" maw={860}>
          <Scores key={person.user_uuid} person={person} bar={data.bar} />
          <Criteria person={person} bar={data.bar} />
          <Sessions person={person} />
          <NextScenario />
        </Stack>
      )}
    </>
  );
}

function Scores({ person, bar }: { readonly person: Person; readonly bar: number }) {
  const [chosen, setChosen] = useState('');
  const criterion = person.criteria.find(({ field_id: id }) => id === chosen);
  const name = criterion?.name ?? t('All criteria');
  const points =
    criterion?.points.map(({ run_uuid: key, at, score }) => ({ key, at, score })) ??
    person.runs.flatMap(({ run_uuid: key, at, score }) => (score === null ? [] : [{ key, at, score }]));
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="scores">
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} size="h4" id="scores">
          {person.name}
        </Title>
        <NativeSelect
          aria-label={t('Criterion')}
          data={[
            { value: '', label: t('All criteria') },
            ...person.criteria.map(({ field_id: value, name: label }) => ({ value, label })),
          ]}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </Group>
      {points.length === 0 ? (
        <Text className="quiet">{t('No session in this period has a score.')}</Text>
      ) : (
        <ScoreChart name={name} points={points} bar={bar} />
      )}
    </Paper>
  );
}

const Criteria = ({ person, bar }: { readonly person: Person; readonly bar: number }) =>
  person.criteria.length > 0 && (
    <Paper component="section" className="surface" p="md" aria-labelledby="criteria">
      <Title order={2} size="h4" id="criteria" mb="sm">
        {t('By criterion')}
      </Title>
      <Table.ScrollContainer minWidth={420} type="native" tabIndex={0} aria-label={t('Criteria, a table that scrolls')}>
        <Table className="figures">
          <Table.Caption ta="start">
            {t('Scores of 0 to 100; {bar} meets a criterion. Lowest mean first.', { bar })}
          </Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Criterion')}</Table.Th>
              {[t('Sessions'), t('First'), t('Latest'), t('Mean')].map((column) => (
                <Table.Th key={column} scope="col" ta="end">
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {person.criteria.map(({ field_id: id, name, mean, points }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td ta="end">{points.length}</Table.Td>
                <Table.Td ta="end">{points[0]?.score}</Table.Td>
                <Table.Td ta="end">{points.at(-1)?.score}</Table.Td>
                <Table.Td ta="end" fw={600}>
                  {mean}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );

const Sessions = ({ person }: { readonly person: Person }) => (
  <Paper component="section" className="surface" p="md" aria-labelledby="sessions">
    <Title order={2} size="h4" id="sessions" mb="sm">
      {t('Sessions')}
    </Title>
    <Table.ScrollContainer minWidth={420} type="native" tabIndex={0} aria-label={t('Sessions, a table that scrolls')}>
      <Table className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Scenario')}</Table.Th>
            <Table.Th scope="col">{t('Date')}</Table.Th>
            <Table.Th scope="col">{t('Verdict')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {t('Score')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {person.runs.toReversed().map(({ run_uuid: uuid, scenario_name: name, at, verdict, score }) => (
            <Table.Tr key={uuid}>
              <Table.Th scope="row">
                <Link href={`/runs/${uuid}`}>{name}</Link>
              </Table.Th>
              <Table.Td>{dateAndTime(at)}</Table.Td>
              <Table.Td>
                <VerdictBadge verdict={verdict} />
              </Table.Td>
              <Table.Td ta="end">{score ?? '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  </Paper>
);
