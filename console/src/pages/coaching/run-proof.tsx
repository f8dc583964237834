import { Group, List, Paper, Text, Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { PracticeRun } from '../../server/coaching.ts';
import { Link } from '../../shared/navigation/router.tsx';

type Proof = NonNullable<PracticeRun['proof']>;

const outcomes = { true: t('failed again'), false: t('was met this time'), null: t('could not be judged') } as const;

function summaryOf(proof: Proof, isOver: boolean): string {
  if (!isOver) return t('The scenario is being played against the agent of the call.');
  const again = proof.filter(({ failed_again }) => failed_again === true).length;
  if (again === proof.length) return t('Everything that the call failed failed again: the scenario reproduces it.');
  return t('{again} of {count} criteria that the call failed failed again.', { again, count: proof.length });
}

/** Whether a scenario made from a call reproduces what the call failed. */
export const RunProof = ({ run, proof }: { readonly run: PracticeRun; readonly proof: Proof }) => (
  <Paper component="section" className="surface" p="md" aria-labelledby="proof">
    <Group justify="space-between" mb="xs">
      <Title order={2} size="h4" id="proof">
        {t('Proof of the call')}
      </Title>
      <Link href={`/scenarios/${run.scenario_uuid}`}>{t('The scenario')}</Link>
    </Group>
    <Text size="sm">{summaryOf(proof, run.finished_at !== null)}</Text>
    {run.status === 'completed' && (
      <List size="sm" mt="xs">
        {proof.map(({ field_id, name, call_score, score, failed_again }) => (
          <List.Item key={field_id}>
            {t('{name}: {call_score} in the call, {score} in this run; it {outcomes}', {
              name,
              call_score,
              score: score ?? t('no score'),
              outcomes: outcomes[`${failed_again}`],
            })}
          </List.Item>
        ))}
      </List>
    )}
  </Paper>
);
