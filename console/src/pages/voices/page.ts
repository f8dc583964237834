import { IconVolume } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/voices',
    title: t('Voices'),
    Icon: IconVolume,
    place: 'agents',
    order: 2,
    Component: lazyPage(() => import('./voices-page.tsx').then(({ VoicesPage }) => VoicesPage)),
  },
];
