import { IconCoins } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/prices',
    title: t('Prices'),
    Icon: IconCoins,
    place: 'settings',
    section: 'organisation',
    order: 6,
    whose: 'managers',
    Component: lazyPage(() => import('./prices-page.tsx').then(({ PricesPage }) => PricesPage)),
  },
];
