import { IconHeadset } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/queues',
    title: t('Queues'),
    Icon: IconHeadset,
    place: 'people',
    order: 3,
    Component: lazyPage(() => import('./queues-page.tsx').then(({ QueuesPage }) => QueuesPage)),
  },
];
