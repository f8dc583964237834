import { IconKey } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/api-keys',
    title: t('API keys'),
    Icon: IconKey,
    place: 'settings',
    section: 'programs',
    order: 1,
    Component: lazyPage(() => import('./api-keys-page.tsx').then(({ ApiKeysPage }) => ApiKeysPage)),
  },
];
