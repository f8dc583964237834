import { Paper, Text, Title } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import type { Agent } from '../../server/answers.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { ToolTest } from './tool-test.tsx';

const AgentProof = lazyPage(() => import('./agent-proof.tsx').then(({ AgentProof }) => AgentProof));

interface AgentTestsProps {
  readonly agent: Agent;
  readonly isReadOnly: boolean;
}

/** The tests of an agent that are more than a talk with it. */
export const AgentTests = ({ agent, isReadOnly }: AgentTestsProps) => (
  <>
    <AgentProof agent={agent} isReadOnly={isReadOnly} />
    <Paper component="section" className="surface" p="md" mt="md" aria-labelledby="practice-tests">
      <Title order={2} size="h4" id="practice-tests" mb={4}>
        {t('Simulated customers')}
      </Title>
      <Text size="sm" className="quiet">
        {rich('{link} with customers who have a situation, facts and objections, and are judged by a scorecard.', {
          link: <Link href="/runs">{t('Practice runs')}</Link>,
        })}
      </Text>
    </Paper>
    <Paper component="section" className="surface" p="md" mt="md" aria-labelledby="tool-tests">
      <Title order={2} size="h4" id="tool-tests" mb="sm">
        {t('Its tools')}
      </Title>
      <ToolTest agent={agent} />
    </Paper>
  </>
);
