import { IconLock } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/secrets',
    title: t('Secrets'),
    Icon: IconLock,
    place: 'settings',
    section: 'programs',
    order: 4,
    whose: 'managers',
    Component: lazyPage(() => import('./secrets-page.tsx').then(({ SecretsPage }) => SecretsPage)),
  },
];
