import { IconHistory } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/activity',
    title: t('Activity'),
    Icon: IconHistory,
    place: 'settings',
    section: 'organisation',
    order: 4,
    whose: 'admins',
    Component: lazyPage(() => import('./activity-page.tsx').then(({ ActivityPage }) => ActivityPage)),
  },
];
