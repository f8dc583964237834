import { ChartPanel } from '../components/charts/chart-panel.tsx';
import { dayBars } from '../dashboard/trend-chart.tsx';
import { t } from '../language/text.ts';
import type { CampaignProgress } from '../server/campaigns.ts';
import styles from './campaign-progress.module.css';

/** Chart of the calls that a campaign placed per day. */
export const DaysChart = ({ days }: Pick<CampaignProgress, 'days'>) => (
  <ChartPanel
    id={'by-day'}
    title={t('Calls of the last 14 days')}
    shape={'columns'}
    unit={t('Calls')}
    each={t('Day')}
    className={styles.wide}
    bars={dayBars(days)}
  />
);
