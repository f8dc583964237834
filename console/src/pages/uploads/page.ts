import { IconCloudUpload } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/uploads',
    title: t('Uploads'),
    Icon: IconCloudUpload,
    place: 'calls',
    order: 2,
    Component: lazyPage(() => import('./uploads-page.tsx').then(({ UploadsPage }) => UploadsPage)),
  },
];
