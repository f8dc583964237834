import { IconUsers } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/team',
    title: t('Team'),
    Icon: IconUsers,
    place: 'settings',
    section: 'organisation',
    order: 2,
    Component: lazyPage(() => import('./team-page.tsx').then(({ TeamPage }) => TeamPage)),
  },
];
