import { IconBuilding } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/organisation',
    aliases: ['/settings'],
    title: t('Organisation'),
    Icon: IconBuilding,
    place: 'settings',
    section: 'organisation',
    order: 1,
    Component: lazyPage(() => import('./organisation-page.tsx').then(({ OrganisationPage }) => OrganisationPage)),
  },
];
