import { Badge, Button, Group, Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import { type LiveScenario, useLiveScenarios } from '../../server/coaching.ts';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { NextScenario } from './next-scenario.tsx';
import { difficultyNames } from './run-words.ts';

/** Page of the scenarios that a user can practise. */
export function PracticePage() {
  const { data, isError, error, refetch } = useLiveScenarios();
  return (
    <>
      <PageHeading
        title={t('Live practice')}
        help="coaching"
        lead={t('Choose a situation and talk to a simulated customer. The call is scored like those of your agents.')}
      />
      {isError && (
        <TroubleNotice
          title={t('Could not load the scenarios')}
          advice={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && <Skeleton height={160} />}
      {data?.results.length === 0 && (
        <Text className="quiet">
          {rich('There are no scenarios yet. Create a {link} and a {link2} first.', {
            link: <Link href="/personas">{t('persona')}</Link>,
            link2: <Link href="/scenarios">{t('scenario')}</Link>,
          })}
        </Text>
      )}
      {data !== undefined && data.results.length > 0 && <NextScenario />}
      {data !== undefined && <Choices scenarios={data.results} />}
    </>
  );
}

function Choices({ scenarios }: { readonly scenarios: readonly LiveScenario[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
      {scenarios.map(({ uuid, name, objective, difficulty, persona }) => (
        <Paper component="section" key={uuid} className="surface" p="md" aria-labelledby={`scenario-${uuid}`}>
          <Group justify="space-between" wrap="nowrap" gap="sm" mb={6}>
            <Title order={2} size="h4" id={`scenario-${uuid}`} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <Badge variant="light" color="gray" c="var(--mantine-color-text)" tt="none" style={{ flexShrink: 0 }}>
              {difficultyNames[difficulty]}
            </Badge>
          </Group>
          <Text>{objective}</Text>
          <Text size="sm" className="quiet" mt={6}>
            {t('With {name}', { name: persona.name || t('a simulated customer') })}
          </Text>
          <Button
            mt="sm"
            variant="default"
            aria-label={t('Practise {name}', { name })}
            onClick={() => navigate(`/practice/${uuid}`)}
          >
            {t('Practise')}
          </Button>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
