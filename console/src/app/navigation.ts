import {
  IconAddressBook,
  IconApi,
  IconBook,
  IconChartBar,
  IconHome,
  IconPhoneCall,
  IconRobot,
  IconSchool,
  IconSettings,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { t } from '../language/text.ts';
import type { Page, PlaceName, SettingsSection } from '../shared/navigation/page.ts';
import { pages } from './pages.ts';

/** An entry of the navigation. */
export interface Place {
  readonly key: PlaceName;
  readonly name: string;
  readonly Icon: Page['Icon'];
  readonly pages: readonly Page[];
}

/** The places in the order of the navigation. */
const looks: Readonly<Record<PlaceName, Pick<Place, 'name' | 'Icon'>>> = {
  home: { name: t('Home'), Icon: IconHome },
  calls: { name: t('Calls'), Icon: IconPhoneCall },
  agents: { name: t('Agents'), Icon: IconRobot },
  campaigns: { name: t('Campaigns'), Icon: IconSpeakerphone },
  people: { name: t('People'), Icon: IconAddressBook },
  coach: { name: t('Coach'), Icon: IconSchool },
  insights: { name: t('Insights'), Icon: IconChartBar },
  settings: { name: t('Settings'), Icon: IconSettings },
};

export const sectionNames: Readonly<Record<SettingsSection, string>> = {
  organisation: t('Organisation'),
  connections: t('Connections'),
  programs: t('Programs'),
  server: t('Server'),
};

const places: readonly Place[] = (Object.keys(looks) as PlaceName[]).map((key) => ({
  key,
  name: looks[key].name,
  Icon: looks[key].Icon,
  pages: pages.filter(({ place }) => place === key),
}));

/** Documentation that the server serves beside the console, so it opens in a separate tab. */
export const helps = [
  { href: '/help', text: t('Help'), Icon: IconBook },
  { href: '/docs', text: t('API documentation'), Icon: IconApi },
] as const;

export interface Person {
  readonly role?: string | undefined;
  readonly superadmin?: boolean | undefined;
}

/** Returns the places with the pages that this user may open. The first page of every place is open to everybody. */
export const placesOf = (person: Person): readonly Place[] =>
  places.map((place) => ({ ...place, pages: place.pages.filter((page) => mayOpen(page, person)) }));

export function mayOpen({ whose }: Pick<Page, 'whose'>, { role, superadmin }: Person): boolean {
  const may = {
    managers: role === 'manager' || role === 'admin',
    admins: role === 'admin',
    superadmins: superadmin === true,
  };
  return whose === undefined || may[whose];
}

export const placeNameOf = (page: Page): string => looks[page.place].name;

/** The address that the navigation links to for the place of a page. */
export const placeAddressOf = (page: Page): string =>
  places.find(({ key }) => key === page.place)?.pages[0]?.path ?? '/';
