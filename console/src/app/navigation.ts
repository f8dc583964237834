import { IconApi } from '@tabler/icons-react';
import { t } from '../language/text.ts';
import type { Page, PageGroup } from '../shared/navigation/page.ts';
import { pages } from './pages.ts';

/** The groups in the order of the navigation. */
const groupNames: Readonly<Record<PageGroup, string>> = {
  home: t('Home'),
  talk: t('Talk'),
  build: t('Build'),
  reach: t('Reach'),
  understand: t('Understand'),
  practise: t('Practise'),
  settings: t('Settings'),
  server: t('Server'),
};

export interface NavGroup {
  readonly name: string;
  readonly pages: readonly Page[];
}

const groups: readonly NavGroup[] = Object.entries(groupNames).map(([key, name]) => ({
  name,
  pages: pages.filter(({ group }) => group === key),
}));

/** Served outside the console, so it opens in a separate tab. */
export const apiDocs = { href: '/docs', text: t('API documentation'), Icon: IconApi } as const;

export interface Person {
  readonly role?: string | undefined;
  readonly superadmin?: boolean | undefined;
}

/** Returns the pages that this user may open, by group. */
export const navigationOf = (person: Person): readonly NavGroup[] =>
  groups
    .map((group) => ({ ...group, pages: group.pages.filter((page) => mayOpen(page, person)) }))
    .filter((group) => group.pages.length > 0);

export function mayOpen({ whose }: Pick<Page, 'whose'>, { role, superadmin }: Person): boolean {
  const may = {
    managers: role === 'manager' || role === 'admin',
    admins: role === 'admin',
    superadmins: superadmin === true,
  };
  return whose === undefined || may[whose];
}

export const groupNameOf = (page: Page): string => groupNames[page.group];
