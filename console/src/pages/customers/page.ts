import { IconUserHeart } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { type Page, part } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/customers',
    title: t('Customers'),
    Icon: IconUserHeart,
    place: 'people',
    order: 2,
    Component: lazyPage(() => import('./customers-page.tsx').then(({ CustomersPage }) => CustomersPage)),
    parts: [
      part(
        '/customers/:id',
        lazyPage(() => import('./customer-page.tsx').then(({ CustomerPage }) => CustomerPage)),
      ),
    ],
  },
];
