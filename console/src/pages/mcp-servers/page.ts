import { IconPlugConnected } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import type { Page } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/mcp-servers',
    title: t('MCP servers'),
    Icon: IconPlugConnected,
    place: 'settings',
    section: 'programs',
    order: 3,
    whose: 'managers',
    Component: lazyPage(() => import('./mcp-servers-page.tsx').then(({ McpServersPage }) => McpServersPage)),
  },
];
