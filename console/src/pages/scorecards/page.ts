import { IconClipboardCheck } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/scorecards',
    title: t('Scorecards'),
    Icon: IconClipboardCheck,
    place: 'coach',
    order: 6,
    Component: lazyPage(() => import('./scorecards-page.tsx').then(({ ScorecardsPage }) => ScorecardsPage)),
  },
];
