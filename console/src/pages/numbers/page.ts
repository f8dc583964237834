import { IconHash } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/numbers',
    title: t('Numbers'),
    Icon: IconHash,
    place: 'settings',
    section: 'connections',
    order: 2,
    whose: 'admins',
    Component: lazyPage(() => import('./numbers-page.tsx').then(({ NumbersPage }) => NumbersPage)),
  },
];
