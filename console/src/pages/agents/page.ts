import { IconRobot } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { type Page, part, sectioned } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/agents',
    title: t('Agents'),
    Icon: IconRobot,
    place: 'agents',
    order: 1,
    Component: lazyPage(() => import('./agents-page.tsx').then(({ AgentsPage }) => AgentsPage)),
    parts: [
      part(
        '/agents/gallery',
        lazyPage(() => import('./gallery-page.tsx').then(({ GalleryPage }) => GalleryPage)),
      ),
      part(
        '/agents/import',
        lazyPage(() => import('./import-page.tsx').then(({ ImportPage }) => ImportPage)),
      ),
      ...sectioned(
        '/agents/new',
        lazyPage(() => import('./new-agent-page.tsx').then(({ NewAgentPage }) => NewAgentPage)),
      ),
      ...sectioned(
        '/agents/:uuid',
        lazyPage(() => import('./agent-page.tsx').then(({ AgentPage }) => AgentPage)),
      ),
    ],
  },
];
