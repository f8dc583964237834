import { IconWebhook } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/webhooks',
    title: t('Webhooks'),
    Icon: IconWebhook,
    place: 'settings',
    section: 'programs',
    order: 2,
    whose: 'managers',
    Component: lazyPage(() => import('./webhooks-page.tsx').then(({ WebhooksPage }) => WebhooksPage)),
  },
];
