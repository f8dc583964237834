import { IconMicrophone } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/test-call',
    title: t('Test call'),
    Icon: IconMicrophone,
    place: 'calls',
    order: 4,
    Component: lazyPage(() => import('./test-call-page.tsx').then(({ TestCallPage }) => TestCallPage)),
  },
];
