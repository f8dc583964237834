import { t } from '../../language/text.ts';
import type { CampaignProgress } from '../../server/campaigns.ts';
import { ChartPanel } from '../../shared/charts/chart-panel.tsx';
import { dayBars } from '../../shared/statistics/trend-chart.tsx';
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
