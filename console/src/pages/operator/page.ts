import { IconBuildings, IconHourglass, IconWorld } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/waiting-list',
    title: t('Waiting list'),
    Icon: IconHourglass,
    place: 'settings',
    section: 'server',
    order: 1,
    whose: 'superadmins',
    Component: lazyPage(() => import('./waiting-list-page.tsx').then(({ WaitingListPage }) => WaitingListPage)),
  },
  {
    path: '/organisations',
    title: t('Organisations'),
    Icon: IconBuildings,
    place: 'settings',
    section: 'server',
    order: 2,
    whose: 'superadmins',
    Component: lazyPage(() => import('./organisations-page.tsx').then(({ OrganisationsPage }) => OrganisationsPage)),
  },
  {
    path: '/public-address',
    title: t('Public address'),
    Icon: IconWorld,
    place: 'settings',
    section: 'server',
    order: 3,
    whose: 'superadmins',
    Component: lazyPage(() => import('./public-address-page.tsx').then(({ PublicAddressPage }) => PublicAddressPage)),
  },
];
