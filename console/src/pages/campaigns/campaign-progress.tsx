import { Paper, Progress, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { type CampaignProgress, useProgress } from '../../server/campaigns.ts';
import { percent } from '../../shared/page/figures.ts';
import styles from './campaign-progress.module.css';
import { outcomeText, targetStatuses, targetTexts } from './campaign-words.ts';

/** Loaded lazily, so that the chart library does not delay the page. */
const LaterDaysChart = lazy(() => import('./days-chart.tsx').then(({ DaysChart }) => ({ default: DaysChart })));

/** From finished to skipped. Each colour is shown beside its label and number. */
const colors = { finished: 'lake.7', dialing: 'green.7', queued: 'lake.3', waiting: 'yellow.6', skipped: 'gray.6' };
const shown = ['finished', 'dialing', 'queued', 'waiting', 'skipped'] as const;

/** Progress of an outbound campaign, the outcomes of its calls, and the calls placed per day. */
export function ProgressPanel({ uuid, isRunning }: { readonly uuid: string; readonly isRunning: boolean }) {
  const { data } = useProgress(uuid, isRunning);
  if (data === undefined) return null;
  const all = targetStatuses.reduce((sum, status) => sum + data.targets[status], 0);
  if (all === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mb="lg">
      <HowFar targets={data.targets} all={all} />
      <Outcomes outcomes={data.outcomes} />
      <Suspense fallback={<Skeleton height={300} className={styles.wide} />}>
        <LaterDaysChart days={data.days} />
      </Suspense>
    </SimpleGrid>
  );
}

interface HowFarProps {
  readonly targets: CampaignProgress['targets'];
  readonly all: number;
}

function HowFar({ targets, all }: HowFarProps) {
  const over = targets.finished + targets.skipped;
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="progress">
      <Title order={2} size="h4" id="progress" mb="sm">
        {t('Progress')}
      </Title>
      <Text mb={8} className="figures">
        {t('{over} of {all} contacts are done.', {
          over: over.toLocaleString(numberLocale),
          all: all.toLocaleString(numberLocale),
        })}
      </Text>
      <Progress.Root size="lg" aria-hidden mb="sm">
        {shown.map((status) => (
          <Progress.Section
            key={status}
            value={(targets[status] / all) * 100}
            color={colors[status]}
            withAria={false}
          />
        ))}
      </Progress.Root>
      <dl className={styles.bars}>
        {shown
          .filter((status) => targets[status] > 0)
          .map((status) => (
            <Bar key={status} name={targetTexts[status]} value={targets[status]} of={all} color={colors[status]} />
          ))}
      </dl>
    </Paper>
  );
}

function Outcomes({ outcomes }: { readonly outcomes: CampaignProgress['outcomes'] }) {
  const rows = Object.entries(outcomes).toSorted(([, a], [, b]) => b - a);
  const called = rows.reduce((sum, [, many]) => sum + many, 0);
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="outcomes">
      <Title order={2} size="h4" id="outcomes" mb="sm">
        {t('Outcomes')}
      </Title>
      {called === 0 ? (
        <Text className="quiet">{t('Nobody was called yet.')}</Text>
      ) : (
        <dl className={styles.bars}>
          {rows.map(([outcome, many]) => (
            <Bar key={outcome} name={outcomeText(outcome)} value={many} of={called} color="lake.7" />
          ))}
        </dl>
      )}
    </Paper>
  );
}

interface BarProps {
  readonly name: string;
  readonly value: number;
  readonly of: number;
  readonly color: string;
}

const Bar = ({ name, value, of, color }: BarProps) => (
  <div className={styles.row}>
    <dt>{name}</dt>
    <dd className="figures">
      {value.toLocaleString(numberLocale)} <span className="quiet">({percent(value / of)})</span>
      <Progress.Root size="sm" aria-hidden>
        <Progress.Section value={(value / of) * 100} color={color} withAria={false} />
      </Progress.Root>
    </dd>
  </div>
);
