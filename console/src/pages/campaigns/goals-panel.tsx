import { Button, Group, List, Paper, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type Campaign, changeCampaign } from '../../server/campaigns.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { GoalDialog } from './goal-dialog.tsx';
import type { Goal } from './goal-draft.ts';

interface GoalsPanelProps {
  readonly campaign: Campaign;
  readonly mayWrite: boolean;
  readonly onDone: (sentence: string) => void;
}

type Wish =
  | { readonly kind: 'save'; readonly goal: Goal | undefined }
  | { readonly kind: 'remove'; readonly goal: Goal };

/** What callers say who want it, or the name of a step that only a branch leads to. */
const nameOf = ({ id, examples: [first] }: Goal): string => (first === undefined ? id : `“${first}”`);

/** The goals of a campaign: what callers can achieve, and the agent's questions for it. */
export function GoalsPanel({ campaign, mayWrite, onDone }: GoalsPanelProps) {
  const queries = useQueryClient();
  const [wish, setWish] = useState<Wish>();
  const { goals } = campaign.effective_config;
  const close = (): void => setWish(undefined);
  const store = (changed: readonly Goal[]) =>
    changeCampaign(campaign.uuid, { config: { goals: changed.map((goal) => ({ ...goal })) } }, campaign.version);
  const done = async (sentence: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['campaigns'] });
    await queries.invalidateQueries({ queryKey: ['flows'] });
    close();
    onDone(sentence);
  };
  return (
    <Paper component="section" className="surface" p="md" mb="lg" aria-labelledby="goals">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="goals">
          {t('Goals')}
        </Title>
        {mayWrite && (
          <Button variant="default" size="compact-md" onClick={() => setWish({ kind: 'save', goal: undefined })}>
            {t('Add goal')}
          </Button>
        )}
      </Group>
      {goals.length === 0 && (
        <Text className="quiet">
          {t(
            'No goals yet. A goal is something that callers want, such as an appointment, with the questions that the agent asks for it.',
          )}
        </Text>
      )}
      <List spacing="sm" listStyleType="none">
        {goals.map((goal) => (
          <List.Item key={goal.id} styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <div>
                <Text fw={600}>{nameOf(goal)}</Text>
                <Text size="sm" className="quiet">
                  {goal.questions.length === 0 ? t('No questions') : goal.questions.map(({ ask }) => ask).join(' · ')}
                </Text>
              </div>
              {mayWrite && (
                <Group gap={6} wrap="nowrap">
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t('Edit the goal {name}', { name: nameOf(goal) })}
                    onClick={() => setWish({ kind: 'save', goal })}
                  >
                    {t('Edit')}
                  </Button>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t('Delete the goal {name}', { name: nameOf(goal) })}
                    onClick={() => setWish({ kind: 'remove', goal })}
                  >
                    {t('Delete')}
                  </Button>
                </Group>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
      {wish?.kind === 'save' && (
        <GoalDialog
          goal={wish.goal}
          others={goals}
          save={(made) =>
            store(wish.goal === undefined ? [...goals, made] : goals.map((one) => (one === wish.goal ? made : one)))
          }
          onDone={() => void done(t('The goal was saved. New calls use it.'))}
          onCancel={close}
        />
      )}
      {wish?.kind === 'remove' && (
        <Confirm
          title={t('Delete this goal?')}
          action={t('Delete')}
          send={() => store(goals.filter((one) => one !== wish.goal))}
          onCancel={close}
          onDone={() => done(t('The goal was deleted.'))}
          onGone={() => done(t('The campaign was deleted already.'))}
        >
          {t('The agent no longer asks its questions in new calls.')}
        </Confirm>
      )}
    </Paper>
  );
}
