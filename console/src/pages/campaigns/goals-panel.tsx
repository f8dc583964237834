import { Button, Group, List, Paper, Text, Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { Campaign } from '../../server/campaigns.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { noSteps } from './flow/flow-words.ts';

interface GoalsPanelProps {
  readonly campaign: Campaign;
  readonly mayWrite: boolean;
}

type Goal = Campaign['effective_config']['goals'][number];

/** What callers say who want it, or the name of a step that only a branch leads to. */
const nameOf = ({ id, examples: [first] }: Goal): string => (first === undefined ? id : `“${first}”`);

/** The steps of a campaign's conversation: what callers can achieve, and the agent's questions for it. */
export function GoalsPanel({ campaign, mayWrite }: GoalsPanelProps) {
  const { goals } = campaign.effective_config;
  return (
    <Paper component="section" className="surface" p="md" mb="lg" aria-labelledby="goals">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="goals">
          {t('Steps of the conversation')}
        </Title>
        <Button component={Link} href={`/campaigns/${campaign.uuid}/flow`} variant="default" size="compact-md">
          {mayWrite ? t('Edit the steps') : t('Show the steps')}
        </Button>
      </Group>
      {goals.length === 0 && <Text className="quiet">{noSteps}</Text>}
      <List spacing="sm" listStyleType="none">
        {goals.map((goal) => (
          <List.Item key={goal.id}>
            <Text fw={600}>{nameOf(goal)}</Text>
            <Text size="sm" className="quiet">
              {goal.questions.length === 0 ? t('No questions') : goal.questions.map(({ ask }) => ask).join(' · ')}
            </Text>
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}
