import { t } from '../../language/text.ts';
import type { DashboardWindow } from '../../server/dashboard.ts';

/** Labels for the time windows of the dashboard. */
export const windowOptions: readonly { readonly value: DashboardWindow; readonly label: string }[] = [
  { value: 'today', label: t('Today') },
  { value: 'yesterday', label: t('Yesterday') },
  { value: '7d', label: t('Last 7 days') },
  { value: '14d', label: t('Last 14 days') },
  { value: '30d', label: t('Last 30 days') },
];
