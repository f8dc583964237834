import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { removeScenario, type Scenario, useAllPersonas, useRubrics, useScenario } from '../../server/coaching.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { Facts } from './facts.tsx';
import { difficultyNames, lineNames } from './run-words.ts';
import { StartRunDialog } from './start-run-dialog.tsx';

const allScenarios = <Link href="/scenarios">{t('All scenarios')}</Link>;

/** Page of one scenario, read-only. */
export function ScenarioPage({ uuid }: { readonly uuid: string }) {
  const { data, isError, error, refetch } = useScenario(uuid);
  if (isError) {
    return (
      <>
        <PageHeading title={t('Scenario')} lead={allScenarios} />
        <TroubleNotice
          title={t('Could not load this scenario')}
          advice={error.message}
          onRetry={() => void refetch()}
        />
      </>
    );
  }
  if (data === undefined) return <PageSkeleton label={t('Loading the scenario')} />;
  return <OneScenario scenario={data} />;
}

function OneScenario({ scenario }: { readonly scenario: Scenario }) {
  const mayWrite = useMe().data?.role !== 'member';
  const queries = useQueryClient();
  const [wish, setWish] = useState<'start' | 'delete'>();
  const close = (): void => setWish(undefined);
  const leave = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['scenarios'] });
    navigate('/scenarios');
  };
  return (
    <>
      <PageHeading
        title={scenario.name}
        lead={
          <>
            {allScenarios} · <Link href={`/runs?scenario=${scenario.uuid}`}>{t('Runs of this scenario')}</Link>
          </>
        }
        aside={
          <Group gap="sm">
            <Button onClick={() => navigate(`/practice/${scenario.uuid}`)}>{t('Practise')}</Button>
            <Button variant="default" onClick={() => setWish('start')}>
              {t('Start a run')}
            </Button>
            {mayWrite && (
              <>
                <Button variant="default" onClick={() => navigate(`/scenarios/new?from=${scenario.uuid}`)}>
                  {t('Edit a copy')}
                </Button>
                <Button variant="default" onClick={() => setWish('delete')}>
                  {t('Delete')}
                </Button>
              </>
            )}
          </Group>
        }
      />
      <Stack gap="md" maw={860}>
        <Basics scenario={scenario} />
        <Judging scenario={scenario} />
      </Stack>
      {wish === 'start' && (
        <StartRunDialog
          scenario={scenario.uuid}
          onCancel={close}
          onStarted={({ uuid }) => {
            void queries.invalidateQueries({ queryKey: ['runs'] });
            navigate(`/runs/${uuid}`);
          }}
        />
      )}
      {wish === 'delete' && (
        <Confirm
          title={t('Delete {name}?', { name: scenario.name })}
          action={t('Delete the scenario')}
          send={() => removeScenario(scenario.uuid)}
          onDone={leave}
          onGone={leave}
          onCancel={close}
        >
          {t('Its runs stay.')}
        </Confirm>
      )}
    </>
  );
}

function Basics({ scenario }: { readonly scenario: Scenario }) {
  const personas = useAllPersonas().data?.results;
  const persona = personas?.find(({ uuid }) => uuid === scenario.persona_uuid);
  const { stop_conditions: stops, hidden_state: hidden } = scenario;
  return (
    <Paper component="section" className="surface" p="md" aria-label={t('The scenario')}>
      <Facts
        facts={[
          [
            t('Persona'),
            <Link key="persona" href={`/personas/${scenario.persona_uuid}`}>
              {persona?.name ?? t('The simulated customer')}
            </Link>,
          ],
          [t('Situation'), scenario.situation],
          [t('Objective'), scenario.objective],
          [t('Difficulty'), difficultyNames[scenario.difficulty]],
          [t('Category'), scenario.category],
          [t('Speaks first'), scenario.agent_opens ? t('The agent') : t('The customer')],
          [t('Hidden facts'), Object.keys(hidden).length === 0 ? '' : Object.keys(hidden).join(', ')],
          [t('Satisfied when'), stops.satisfied_when],
          [t('Hangs up when'), stops.hangup_triggers.join('; ')],
          [t('Most turns'), `${stops.max_turns ?? 20}`],
          [t('Line'), lineNames[scenario.line_quality]],
          [t('Tools'), Object.keys(scenario.tool_mocks).join(', ')],
        ]}
      />
    </Paper>
  );
}

function Judging({ scenario }: { readonly scenario: Scenario }) {
  const rubrics = useRubrics().data?.results ?? [];
  const all = rubrics.flatMap(({ fields }) => fields);
  const { rubric, rubric_overrides: chosen } = scenario;
  const fields = chosen.length === 0 ? all : all.filter(({ id }) => chosen.includes(id));
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="judging">
      <Title order={2} size="h4" id="judging" mb="xs">
        {t('Judged by {value}', {
          value:
            rubric !== null
              ? t('the rubric {rubric}', { rubric })
              : chosen.length === 0
                ? t('every score field')
                : t('these criteria'),
        })}
      </Title>
      {fields.length === 0 ? (
        <Text className="quiet">{t('There are no score fields yet: the verdict follows the objective alone.')}</Text>
      ) : (
        <Facts facts={fields.map(({ name, description }) => [name, description || '–'])} />
      )}
    </Paper>
  );
}
