import { Badge, Button, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import { type GalleryAgent, useGallery } from '../../server/agent-files.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { allAgents } from './all-agents.tsx';

/** Page of the agents that come with the product. */
export function GalleryPage() {
  const role = useMe().data?.role;
  const { data, error, refetch } = useGallery();
  return (
    <>
      <PageHeading title={t('Gallery')} help="agent-files" lead={allAgents} />
      <Text mb="md">
        {t('Whole agents to start from: with goals, texts, a scorecard, and customers who test them.')}
      </Text>
      {error !== null && (
        <TroubleNotice title={t('Could not load the gallery')} advice={error.message} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <PageSkeleton label={t('Loading the gallery')} />}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {data?.agents.map((agent) => (
          <Card key={agent.key} agent={agent} mayImport={role === 'manager' || role === 'admin'} />
        ))}
      </SimpleGrid>
    </>
  );
}

const kinds: Readonly<Record<GalleryAgent['kind'], string>> = {
  inbound: t('Answers calls'),
  outbound: t('Makes calls'),
};

function Card({ agent, mayImport }: { readonly agent: GalleryAgent; readonly mayImport: boolean }) {
  const { key, name, business_name: business, description, kind, goals, scenarios } = agent;
  return (
    <Paper
      component="section"
      className="surface"
      p="md"
      aria-labelledby={`gallery-${key}`}
      style={{ display: 'flex', flexDirection: 'column' }}
    >
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <div>
          <Title order={2} size="h4" id={`gallery-${key}`}>
            {business}
          </Title>
          <Text size="sm" className="quiet">
            {name}
          </Text>
        </div>
        <Badge variant="default" style={{ flexShrink: 0 }}>
          {kinds[kind]}
        </Badge>
      </Group>
      <Text mt="xs" size="sm" style={{ flex: 1 }}>
        {description}
      </Text>
      <Group justify="space-between" mt="sm" gap="xs">
        <Text size="sm" className="quiet">
          {t(
            '{goals, plural, one {# goal} other {# goals}}, {scenarios, plural, one {# scenario} other {# scenarios}}',
            {
              goals: goals.length,
              scenarios: scenarios.length,
            },
          )}
        </Text>
        {mayImport && (
          <Button
            component={Link}
            href={`/agents/import?from=${key}`}
            variant="default"
            size="compact-md"
            aria-label={t('Use this agent: {business}', { business })}
          >
            {t('Use this agent')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
