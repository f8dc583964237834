import {
  IconAddressBook,
  IconApi,
  IconBook2,
  IconBuildings,
  IconChartBar,
  IconChecklist,
  IconClipboardCheck,
  IconCloudUpload,
  IconCpu,
  IconEraser,
  IconFileText,
  IconFolders,
  IconGauge,
  IconGavel,
  IconHeadphones,
  IconHeadset,
  IconHistory,
  IconHourglass,
  IconKey,
  IconListSearch,
  IconMasksTheater,
  IconMessageCircle,
  IconMicrophone,
  IconPhone,
  IconPhoneCall,
  IconReportAnalytics,
  IconRobot,
  IconSpeakerphone,
  IconTargetArrow,
  IconTrendingUp,
  IconUserHeart,
  IconUserQuestion,
  IconUsers,
  IconVolume,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { t } from '../language/text.ts';
import type { Place } from './place.ts';

type Page = Place['page'];
type Icon = ComponentType<{
  readonly size?: number | string;
  readonly stroke?: number | string;
  readonly 'aria-hidden'?: boolean;
}>;

export interface NavItem {
  readonly page: Page;
  readonly href: string;
  readonly text: string;
  readonly Icon: Icon;
  /** Pages reached from this one. */
  readonly parts?: readonly Page[];
  readonly whose?: 'managers' | 'admins' | 'superadmins';
}

export interface NavGroup {
  readonly name: string;
  readonly items: readonly NavItem[];
}

const groups: readonly NavGroup[] = [
  { name: t('Home'), items: [{ page: 'dashboard', href: '/', text: t('Dashboard'), Icon: IconChartBar }] },
  {
    name: t('Talk'),
    items: [
      { page: 'test_call', href: '/test-call', text: t('Test call'), Icon: IconMicrophone },
      { page: 'calls', href: '/calls', text: t('Calls'), Icon: IconPhoneCall, parts: ['call'] },
    ],
  },
  {
    name: t('Build'),
    items: [
      { page: 'agents', href: '/agents', text: t('Agents'), Icon: IconRobot, parts: ['agent', 'new_agent'] },
      { page: 'voices', href: '/voices', text: t('Voices'), Icon: IconVolume },
      { page: 'documents', href: '/documents', text: t('Documents'), Icon: IconFileText, parts: ['document'] },
    ],
  },
  {
    name: t('Reach'),
    items: [
      {
        page: 'campaigns',
        href: '/campaigns',
        text: t('Campaigns'),
        Icon: IconSpeakerphone,
        parts: ['campaign', 'new_campaign'],
      },
      { page: 'contacts', href: '/contacts', text: t('Contacts'), Icon: IconAddressBook, parts: ['contact'] },
      { page: 'queues', href: '/queues', text: t('Queues'), Icon: IconHeadset },
    ],
  },
  {
    name: t('Understand'),
    items: [
      {
        page: 'voice_quality',
        href: '/voice-quality',
        text: t('Voice quality'),
        Icon: IconGauge,
        whose: 'managers',
      },
      { page: 'reports', href: '/reports', text: t('Reports'), Icon: IconReportAnalytics, parts: ['report'] },
      { page: 'customers', href: '/customers', text: t('Customers'), Icon: IconUserHeart, parts: ['customer'] },
      { page: 'uploads', href: '/uploads', text: t('Uploads'), Icon: IconCloudUpload },
      { page: 'projects', href: '/projects', text: t('Projects'), Icon: IconFolders },
      { page: 'extraction_fields', href: '/extraction-fields', text: t('Extraction fields'), Icon: IconListSearch },
      { page: 'scorecards', href: '/scorecards', text: t('Scorecards'), Icon: IconClipboardCheck },
      { page: 'audio', href: '/audio', text: t('Audio'), Icon: IconHeadphones, parts: ['recording'] },
    ],
  },
  {
    name: t('Practise'),
    items: [
      {
        page: 'practice',
        href: '/practice',
        text: t('Live practice'),
        Icon: IconMessageCircle,
        parts: ['practice_scenario'],
      },
      { page: 'progress', href: '/progress', text: t('Progress'), Icon: IconTrendingUp },
      { page: 'runs', href: '/runs', text: t('Practice runs'), Icon: IconTargetArrow, parts: ['run', 'compare_runs'] },
      {
        page: 'scenarios',
        href: '/scenarios',
        text: t('Scenarios'),
        Icon: IconMasksTheater,
        parts: ['scenario', 'new_scenario'],
      },
      {
        page: 'personas',
        href: '/personas',
        text: t('Personas'),
        Icon: IconUserQuestion,
        parts: ['persona', 'new_persona'],
      },
      {
        page: 'coach_documents',
        href: '/coach-documents',
        text: t('Coach documents'),
        Icon: IconBook2,
        parts: ['coach_document'],
      },
      { page: 'rubrics', href: '/rubrics', text: t('Rubrics'), Icon: IconChecklist },
      { page: 'judge', href: '/judge', text: t('Judge'), Icon: IconGavel },
    ],
  },
  {
    name: t('Settings'),
    items: [
      { page: 'team', href: '/team', text: t('Team'), Icon: IconUsers },
      { page: 'api_keys', href: '/api-keys', text: t('API keys'), Icon: IconKey },
      { page: 'webhooks', href: '/webhooks', text: t('Webhooks'), Icon: IconWebhook, whose: 'managers' },
      { page: 'models', href: '/models', text: t('Models'), Icon: IconCpu },
      { page: 'telephony', href: '/telephony', text: t('Telephony'), Icon: IconPhone, whose: 'admins' },
      { page: 'retention', href: '/retention', text: t('Retention and erasure'), Icon: IconEraser, whose: 'admins' },
      { page: 'activity', href: '/activity', text: t('Activity'), Icon: IconHistory, whose: 'admins' },
    ],
  },
  {
    name: t('Server'),
    items: [
      {
        page: 'waiting_list',
        href: '/waiting-list',
        text: t('Waiting list'),
        Icon: IconHourglass,
        whose: 'superadmins',
      },
      {
        page: 'organisations',
        href: '/organisations',
        text: t('Organisations'),
        Icon: IconBuildings,
        whose: 'superadmins',
      },
    ],
  },
];

/** Served outside the console, so it opens in a separate tab. */
export const apiDocs = { href: '/docs', text: t('API documentation'), Icon: IconApi } as const;

export interface Person {
  readonly role?: string | undefined;
  readonly superadmin?: boolean | undefined;
}

/** Returns the pages that this user may open, by group. */
export function navigationOf({ role, superadmin }: Person): readonly NavGroup[] {
  const may = {
    managers: role === 'manager' || role === 'admin',
    admins: role === 'admin',
    superadmins: superadmin === true,
  };
  const mayOpen = ({ whose }: NavItem): boolean => whose === undefined || may[whose];
  return groups
    .map((group) => ({ ...group, items: group.items.filter(mayOpen) }))
    .filter(({ items }) => items.length > 0);
}

export const isWithin = (item: NavItem, page: Page): boolean =>
  item.page === page || item.parts?.includes(page) === true;

/** Returns where a page is in the navigation; undefined for pages outside it. */
export function trailOf(page: Page): { readonly group: string; readonly item: NavItem } | undefined {
  for (const { name, items } of groups) {
    const item = items.find((one) => isWithin(one, page));
    if (item !== undefined) return { group: name, item };
  }
  return undefined;
}
