import { IconPhone } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/telephony',
    title: t('Telephony'),
    Icon: IconPhone,
    place: 'settings',
    section: 'connections',
    order: 1,
    whose: 'admins',
    Component: lazyPage(() => import('./telephony-page.tsx').then(({ TelephonyPage }) => TelephonyPage)),
  },
];
