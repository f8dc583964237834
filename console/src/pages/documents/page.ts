import { IconFileText, IconHeadphones } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { type Page, part } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/documents',
    title: t('Documents'),
    Icon: IconFileText,
    place: 'agents',
    order: 3,
    Component: lazyPage(() => import('./documents-page.tsx').then(({ DocumentsPage }) => DocumentsPage)),
    parts: [
      part(
        '/documents/:uuid',
        lazyPage(() => import('./document-page.tsx').then(({ DocumentPage }) => DocumentPage)),
      ),
    ],
  },
  {
    path: '/audio',
    title: t('Audio'),
    Icon: IconHeadphones,
    place: 'calls',
    order: 3,
    Component: lazyPage(() => import('./audio-page.tsx').then(({ AudioPage }) => AudioPage)),
    parts: [
      part(
        '/audio/:uuid',
        lazyPage(() => import('./recording-page.tsx').then(({ RecordingPage }) => RecordingPage)),
      ),
    ],
  },
];
