import { IconCpu } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/models',
    title: t('Models'),
    Icon: IconCpu,
    place: 'settings',
    section: 'connections',
    order: 5,
    Component: lazyPage(() => import('./models-page.tsx').then(({ ModelsPage }) => ModelsPage)),
  },
];
