import type { DashboardWindow } from '../server/dashboard.ts';

/** Times of the dashboard, as people choose them. */
export const windowOptions: readonly { readonly value: DashboardWindow; readonly label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7d', label: 'Last 7 days' },
  { value: '14d', label: 'Last 14 days' },
  { value: '30d', label: 'Last 30 days' },
];
