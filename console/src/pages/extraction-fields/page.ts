import { IconListSearch } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/extraction-fields',
    title: t('Extraction fields'),
    Icon: IconListSearch,
    place: 'insights',
    order: 3,
    Component: lazyPage(() => import('./fields-page.tsx').then(({ FieldsPage }) => FieldsPage)),
  },
];
