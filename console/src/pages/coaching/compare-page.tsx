import { Badge, Paper, Table, Text, Title } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import { type PracticeRun, useRun } from '../../server/coaching.ts';
import { Link, useSearch } from '../../shared/navigation/router.tsx';
import { clockTime, dateAndTime } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import styles from './coaching.module.css';
import { Facts } from './facts.tsx';
import { StatusBadge, VerdictBadge } from './run-badges.tsx';
import { firstDifference } from './run-turns.ts';
import { VoicePair } from './run-voice.tsx';
import { customerAndAgent, endTexts, scoreText } from './run-words.ts';
import { useTargets } from './use-targets.ts';

const allRuns = <Link href="/runs">{t('All runs')}</Link>;

/** Page of two runs side by side, with the first line that differs. */
export function ComparePage() {
  const asked = new URLSearchParams(useSearch());
  const [a, b] = [asked.get('a') ?? '', asked.get('b') ?? ''];
  const first = useRun(a);
  const second = useRun(b);
  if (a === '' || b === '') {
    return <PageHeading title={t('Compare runs')} lead={rich('Select two runs in the list. {allRuns}', { allRuns })} />;
  }
  const failed = [first, second].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return (
      <>
        <PageHeading title={t('Compare runs')} lead={allRuns} />
        <TroubleNotice
          title={t('Could not load both runs')}
          advice={failed.error?.message ?? ''}
          onRetry={() => void failed.refetch()}
        />
      </>
    );
  }
  if (first.data === undefined || second.data === undefined) return <PageSkeleton label={t('Loading the runs')} />;
  return <Comparison a={first.data} b={second.data} />;
}

interface Pair {
  readonly a: PracticeRun;
  readonly b: PracticeRun;
}

function Comparison({ a, b }: Pair) {
  const { nameOf } = useTargets();
  const at = firstDifference(a.transcript, b.transcript);
  const { lead, isSame } = differenceText({ a, b }, at);
  return (
    <>
      <PageHeading title={t('Compare runs')} lead={allRuns} />
      <Paper component="section" className="surface" p="md" aria-label={t('Difference')}>
        <Text fw={600}>{lead}</Text>
        {!isSame && at !== undefined && <a href={`#a-${at + 1}`}>{t('Go to turn {at}', { at: at + 1 })}</a>}
      </Paper>
      <div className={styles.pair}>
        <Side name={t('Run A')} run={a} agent={nameOf(a)} />
        <Side name={t('Run B')} run={b} agent={nameOf(b)} />
      </div>
      <Scores a={a} b={b} />
      <VoicePair a={a} b={b} />
      <div className={styles.pair}>
        <Lines name={t('Run A')} id="a" run={a} differs={at} />
        <Lines name={t('Run B')} id="b" run={b} differs={at} />
      </div>
    </>
  );
}

function differenceText({ a, b }: Pair, at: number | undefined): { readonly lead: string; readonly isSame: boolean } {
  if (a.transcript.length === 0 && b.transcript.length === 0)
    return { lead: t('Neither run has a transcript.'), isSame: true };
  if (at === undefined) return { lead: t('Both transcripts are the same, word for word.'), isSame: true };
  const said = a.transcript[at] ?? b.transcript[at];
  const who = a.transcript[at]?.speaker === b.transcript[at]?.speaker && said !== undefined ? said.speaker : undefined;
  if (a.transcript[at] === undefined || b.transcript[at] === undefined)
    return { lead: t('The transcripts are the same until turn {at}, where one of them ends.', { at }), isSame: false };
  return {
    lead: t('The transcripts differ from turn {at} on{value}.', {
      at: at + 1,
      value: who === undefined ? '' : who === 'agent' ? t(", which is the agent's") : t(", which is the customer's"),
    }),
    isSame: false,
  };
}

interface SideProps {
  readonly name: string;
  readonly run: PracticeRun;
  readonly agent: string;
}

const Side = ({ name, run, agent }: SideProps) => (
  <Paper component="section" className="surface" p="md" aria-label={name}>
    <Title order={2} size="h4" mb="sm">
      {name}: <Link href={`/runs/${run.uuid}`}>{run.scenario_name}</Link>
    </Title>
    <Facts
      facts={[
        [t('Agent'), agent],
        [
          t('Verdict'),
          run.verdict === null ? (
            <StatusBadge key="s" status={run.status} />
          ) : (
            <VerdictBadge key="v" verdict={run.verdict} />
          ),
        ],
        [t('Score'), scoreText(run.score)],
        [t('Ended'), run.ended_reason === null ? '' : endTexts[run.ended_reason]],
        [t('Turns'), `${run.transcript.length}`],
        [t('Seed'), `${run.seed}`],
        [t('Instructions'), run.agent_prompt === null ? t('Those of the agent') : t('Other than those of the agent')],
        [t('Started'), dateAndTime(run.created_at)],
      ]}
    />
  </Paper>
);

function Scores({ a, b }: Pair) {
  const names = new Map([...a.scores, ...b.scores].map(({ field_id: id, name }) => [id, name]));
  if (names.size === 0) return null;
  const scoreOf = (run: PracticeRun, id: string) => run.scores.find(({ field_id: one }) => one === id)?.score ?? null;
  return (
    <Paper component="section" className="surface" p="md" mt="md" aria-labelledby="scores">
      <Title order={2} size="h4" id="scores" mb="sm">
        {t('Scores')}
      </Title>
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label={t('Scores, a table that scrolls')}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Criterion')}</Table.Th>
              <Table.Th scope="col" ta="end">
                A
              </Table.Th>
              <Table.Th scope="col" ta="end">
                B
              </Table.Th>
              <Table.Th scope="col" ta="end">
                B − A
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...names].map(([id, name]) => {
              const [one, other] = [scoreOf(a, id), scoreOf(b, id)];
              return (
                <Table.Tr key={id}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td ta="end" className="figures">
                    {one ?? '–'}
                  </Table.Td>
                  <Table.Td ta="end" className="figures">
                    {other ?? '–'}
                  </Table.Td>
                  <Table.Td ta="end" className="figures" fw={600}>
                    {one === null || other === null ? '' : signed(other - one)}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

const signed = (value: number): string => (value > 0 ? `+${value}` : `${value}`.replace('-', '−'));

interface LinesProps {
  readonly name: string;
  readonly id: string;
  readonly run: PracticeRun;
  readonly differs: number | undefined;
}

const Lines = ({ name, id, run, differs }: LinesProps) => (
  <Paper component="section" className="surface" p="md" aria-label={t('Transcript of {name}', { name })}>
    <Title order={2} size="h4" mb="sm">
      {t('Transcript of {name}', { name })}
    </Title>
    {run.transcript.length === 0 && <Text className="quiet">{t('Nothing was said.')}</Text>}
    <ol className={styles.lines}>
      {run.transcript.map(({ speaker, text, timestamp }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a finished run stay in their places
        <li key={index} id={`${id}-${index + 1}`} data-differs={index === differs}>
          <Text size="xs" className="quiet figures">
            {customerAndAgent[speaker]} · {clockTime(timestamp * 1000)}{' '}
            {index === differs && (
              <Badge size="xs" variant="outline" color="orange" c="var(--mantine-color-text)" tt="none">
                {t('First difference')}
              </Badge>
            )}
          </Text>
          {text}
        </li>
      ))}
    </ol>
  </Paper>
);
