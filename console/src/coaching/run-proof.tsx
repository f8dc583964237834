import { Group, List, Paper, Text, Title } from '@mantine/core';
import { Link } from '../frame/router.tsx';
import type { PracticeRun } from '../server/coaching.ts';

type Proof = NonNullable<PracticeRun['proof']>;

const outcomes = { true: 'failed again', false: 'was met this time', null: 'could not be judged' } as const;

function summaryOf(proof: Proof, isOver: boolean): string {
  if (!isOver) return 'The scenario is being played against the agent of the call.';
  const again = proof.filter(({ failed_again }) => failed_again === true).length;
  if (again === proof.length) return 'Everything that the call failed failed again: the scenario reproduces it.';
  return `${again} of ${proof.length} criteria that the call failed failed again.`;
}

/** Whether a scenario of a call reproduces what the call failed. */
export const RunProof = ({ run, proof }: { readonly run: PracticeRun; readonly proof: Proof }) => (
  <Paper component="section" className="surface" p="md" aria-labelledby="proof">
    <Group justify="space-between" mb="xs">
      <Title order={2} size="h4" id="proof">
        Proof of the call
      </Title>
      <Link href={`/scenarios/${run.scenario_uuid}`}>The scenario</Link>
    </Group>
    <Text size="sm">{summaryOf(proof, run.finished_at !== null)}</Text>
    {run.status === 'completed' && (
      <List size="sm" mt="xs">
        {proof.map(({ field_id, name, call_score, score, failed_again }) => (
          <List.Item key={field_id}>
            {name}: {call_score} in the call, {score ?? 'no score'} in this run; it {outcomes[`${failed_again}`]}
          </List.Item>
        ))}
      </List>
    )}
  </Paper>
);
