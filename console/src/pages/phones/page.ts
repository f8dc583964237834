import { IconDeviceLandlinePhone } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/phones',
    title: t('Phones'),
    Icon: IconDeviceLandlinePhone,
    place: 'settings',
    section: 'connections',
    order: 3,
    Component: lazyPage(() => import('./phones-page.tsx').then(({ PhonesPage }) => PhonesPage)),
  },
];
