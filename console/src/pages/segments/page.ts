import { IconFolders } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/projects',
    title: t('Projects'),
    Icon: IconFolders,
    place: 'insights',
    order: 2,
    Component: lazyPage(() => import('./projects-page.tsx').then(({ ProjectsPage }) => ProjectsPage)),
  },
];
