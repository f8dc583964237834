import { IconBrain } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { type Page, part } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/model-connections',
    title: t('Language models'),
    Icon: IconBrain,
    place: 'settings',
    section: 'connections',
    order: 4,
    whose: 'admins',
    Component: lazyPage(() => import('./connections-page.tsx').then(({ ConnectionsPage }) => ConnectionsPage)),
    parts: [
      part(
        '/model-connections/new',
        lazyPage(() => import('./connection-page.tsx').then(({ NewConnectionPage }) => NewConnectionPage)),
      ),
      part(
        '/model-connections/:uuid',
        lazyPage(() => import('./connection-page.tsx').then(({ ConnectionPage }) => ConnectionPage)),
      ),
    ],
  },
];
