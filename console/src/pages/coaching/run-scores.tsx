import { Group, Paper, Progress, Text, Title } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import type { PracticeRun } from '../../server/coaching.ts';
import { turnId } from '../../shared/conversation/transcript.tsx';
import { clockTime } from '../../shared/page/figures.ts';
import styles from './coaching.module.css';

interface RunScoresProps {
  readonly run: PracticeRun;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string, turn: number) => void;
}

const passMark = 70;

/** The score of each criterion with its reason and the supporting lines. */
export const RunScores = ({ run, chosen, onChoose }: RunScoresProps) => (
  <Paper component="section" className="surface" p="md" aria-labelledby="scores">
    <Title order={2} size="h4" id="scores" mb="sm">
      {t('Scores')}
    </Title>
    {run.scores.length === 0 && <Text className="quiet">{t('The rubric of this run has no criteria.')}</Text>}
    {run.scores.map(({ field_id: id, name, score, max, rationale, evidence }) => (
      <div key={id} className={styles.criterion} data-chosen={id === chosen}>
        <Group justify="space-between" wrap="nowrap" gap="sm" mb={4}>
          <Text fw={600}>{name}</Text>
          <Text className="figures" style={{ whiteSpace: 'nowrap' }}>
            {score === null ? t('Not judged') : t('{score} of {max}', { score, max })}
          </Text>
        </Group>
        {score !== null && (
          <Progress
            value={(100 * score) / max}
            color={(100 * score) / max >= passMark ? 'teal.7' : 'orange.7'}
            aria-label={t('{name}: {score} of {max}', { name, score, max })}
          />
        )}
        <PersonsScore run={run} id={id} />
        {rationale !== '' && (
          <Text size="sm" mt={6}>
            {rationale}
          </Text>
        )}
        {evidence.length > 0 && score !== null && (
          <Text size="sm" className="quiet" mt={6}>
            {score === 0 ? t('Points lost at') : t('Points earned at')}
          </Text>
        )}
        {evidence.length > 0 && (
          <ul className={styles.turns} aria-label={t('Evidence for {name}', { name })}>
            {evidence.map((turn) => (
              <li key={turn}>
                <a href={`#${turnId(turn)}`} onClick={() => onChoose(id, turn)}>
                  {rich('Turn {turn}{turn2}', {
                    turn: turn + 1,
                    turn2:
                      run.transcript[turn] !== undefined && `, ${clockTime(run.transcript[turn].timestamp * 1000)}`,
                  })}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    ))}
  </Paper>
);

/** The score that a user gave instead of the judge's. */
function PersonsScore({ run, id }: { readonly run: PracticeRun; readonly id: string }) {
  const own = run.review?.scores.find(({ field_id: reviewed }) => reviewed === id);
  if (own === undefined) return null;
  return (
    <Text size="sm" mt={6} fw={600}>
      {t('Reviewed: {value}', {
        value: own.score === null ? t('does not apply') : t('{score} of 100', { score: own.score }),
      })}
    </Text>
  );
}
