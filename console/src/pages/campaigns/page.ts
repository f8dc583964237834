import { IconSpeakerphone } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { type Page, part } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/campaigns',
    title: t('Campaigns'),
    Icon: IconSpeakerphone,
    place: 'campaigns',
    order: 1,
    Component: lazyPage(() => import('./campaigns-page.tsx').then(({ CampaignsPage }) => CampaignsPage)),
    parts: [
      part(
        '/campaigns/new',
        lazyPage(() => import('./new-campaign-page.tsx').then(({ NewCampaignPage }) => NewCampaignPage)),
      ),
      part(
        '/campaigns/:uuid',
        lazyPage(() => import('./campaign-page.tsx').then(({ CampaignPage }) => CampaignPage)),
      ),
      part(
        '/campaigns/:uuid/flow',
        lazyPage(() => import('./flow/flow-page.tsx').then(({ FlowPage }) => FlowPage)),
      ),
    ],
  },
];
