import { IconPhoneCall } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { type Page, part } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/calls',
    title: t('Calls'),
    Icon: IconPhoneCall,
    place: 'calls',
    order: 1,
    Component: lazyPage(() => import('./calls-page.tsx').then(({ CallsPage }) => CallsPage)),
    parts: [
      part(
        '/calls/:uuid',
        lazyPage(() => import('./call-page.tsx').then(({ CallPage }) => CallPage)),
      ),
    ],
  },
];
