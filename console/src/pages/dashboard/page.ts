import { IconGauge, IconHome } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/',
    aliases: ['/home', '/dashboard'],
    title: t('Home'),
    Icon: IconHome,
    place: 'home',
    order: 1,
    Component: lazyPage(() => import('./dashboard-page.tsx').then(({ DashboardPage }) => DashboardPage)),
  },
  {
    path: '/voice-quality',
    title: t('Voice quality'),
    Icon: IconGauge,
    place: 'insights',
    order: 4,
    whose: 'managers',
    Component: lazyPage(() => import('./voice-quality-page.tsx').then(({ VoiceQualityPage }) => VoiceQualityPage)),
  },
];
