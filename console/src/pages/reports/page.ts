import { IconReportAnalytics } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { type Page, part } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/reports',
    aliases: ['/insights'],
    title: t('Reports'),
    Icon: IconReportAnalytics,
    place: 'insights',
    order: 1,
    Component: lazyPage(() => import('./reports-page.tsx').then(({ ReportsPage }) => ReportsPage)),
    parts: [
      part(
        '/reports/:id',
        lazyPage(() => import('./report-page.tsx').then(({ ReportPage }) => ReportPage)),
      ),
    ],
  },
];
