import { IconEraser } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/retention',
    title: t('Retention and erasure'),
    Icon: IconEraser,
    place: 'settings',
    section: 'organisation',
    order: 3,
    whose: 'admins',
    Component: lazyPage(() => import('./retention-page.tsx').then(({ RetentionPage }) => RetentionPage)),
  },
];
