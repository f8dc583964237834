import '@mantine/spotlight/styles.css';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import {
  IconAddressBook,
  IconContrast,
  IconFileText,
  IconLogout,
  IconPhoneCall,
  IconPlus,
  IconRobot,
  IconSchool,
  IconSearch,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../language/text.ts';
import { useMe, useSignOut } from '../shared/account/use-account.ts';
import { navigate } from '../shared/navigation/router.tsx';
import { helps, placesOf } from './navigation.ts';
import { type Found, useFound } from './use-found.ts';

const [store, { open: openPalette }] = createSpotlight();

function open(href: string): void {
  if (helps.some((one) => one.href === href)) window.open(href, '_blank', 'noreferrer');
  else navigate(href);
}

const icons: Readonly<Record<Found['kind'], ReactNode>> = {
  agent: <IconRobot size={18} aria-hidden />,
  campaign: <IconSpeakerphone size={18} aria-hidden />,
  contact: <IconAddressBook size={18} aria-hidden />,
  call: <IconPhoneCall size={18} aria-hidden />,
  document: <IconFileText size={18} aria-hidden />,
  scenario: <IconSchool size={18} aria-hidden />,
};

const groupNames: Readonly<Record<Found['kind'], string>> = {
  agent: t('Agents'),
  campaign: t('Campaigns'),
  contact: t('Contacts'),
  call: t('Calls'),
  document: t('Documents'),
  scenario: t('Scenarios'),
};

interface Entry {
  readonly key: string;
  readonly label: string;
  readonly detail?: string | undefined;
  /** Where it leads, unless it does something. */
  readonly href?: string;
  readonly act?: () => void;
  readonly icon: ReactNode;
}

/** Command palette that searches pages, actions and the organisation's objects. Opens whenever `openings` increases. */
export function Palette({ openings }: { readonly openings: number }) {
  const [query, setQuery] = useState('');
  useEffect(() => {
    if (openings > 0) openPalette();
  }, [openings]);
  const pages = usePages(query);
  const commands = useCommands(query);
  const { found, isSearching } = useFound(query);
  const groups = (Object.keys(groupNames) as Found['kind'][]).map((kind) => ({
    name: groupNames[kind],
    entries: found
      .filter((one) => one.kind === kind)
      .map(({ key, label, detail, href }): Entry => ({ key, label, detail, href, icon: icons[kind] })),
  }));
  const shown = [{ name: t('Pages'), entries: pages }, { name: t('Actions'), entries: commands }, ...groups].filter(
    ({ entries }) => entries.length > 0,
  );
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={420}
      lockScroll={false}
      title={t('Search')}
      classNames={{ header: 'unseen' }}
      attributes={{ header: { role: 'presentation' } }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.5 }}
    >
      <Spotlight.Search
        placeholder={t('Search pages, actions, agents, contacts, calls and documents')}
        aria-label={t('Search pages, actions, agents, contacts, calls and documents')}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {shown.map(({ name, entries }) => (
          <Spotlight.ActionsGroup key={name} label={name}>
            {entries.map(({ key, label, detail, href = '/', act = () => open(href), icon }) => (
              <Spotlight.Action
                key={key}
                label={label}
                {...(detail === undefined ? {} : { description: detail })}
                leftSection={icon}
                onClick={act}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 && <Spotlight.Empty>{isSearching ? t('Searching…') : t('Nothing found')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

const creations = [
  [t('Create an agent'), '/agents/new'],
  [t('Create a campaign'), '/campaigns/new'],
  [t('Create a scenario'), '/scenarios/new'],
  [t('Create a persona'), '/personas/new'],
] as const;

/** Commands of the account menu. */
function useCommands(query: string): readonly Entry[] {
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const isDark = scheme === 'dark';
  const wanted = query.trim().toLowerCase();
  const commands: readonly Entry[] = [
    {
      key: 'theme',
      label: isDark ? t('Use the light theme') : t('Use the dark theme'),
      act: () => setColorScheme(isDark ? 'light' : 'dark'),
      icon: <IconContrast size={18} aria-hidden />,
    },
    { key: 'sign out', label: t('Sign out'), act: () => void signOut(), icon: <IconLogout size={18} aria-hidden /> },
  ];
  return wanted === '' ? [] : commands.filter(({ label }) => label.toLowerCase().includes(wanted));
}

function usePages(query: string): readonly Entry[] {
  const { data } = useMe();
  const wanted = query.trim().toLowerCase();
  const mayWrite = data?.role === 'manager' || data?.role === 'admin';
  const pages = placesOf({ role: data?.role, superadmin: data?.superadmin }).flatMap(({ name, pages }) =>
    pages.map(
      ({ path, title, Icon }): Entry => ({
        key: path,
        label: title,
        detail: name,
        href: path,
        icon: <Icon size={18} aria-hidden />,
      }),
    ),
  );
  const actions = (mayWrite ? creations : []).map(
    ([label, href]): Entry => ({ key: `new ${href}`, label, href, icon: <IconPlus size={18} aria-hidden /> }),
  );
  const docs = helps.map(({ href, text, Icon }) => ({
    key: href,
    label: text,
    detail: t('Help'),
    href,
    icon: <Icon size={18} aria-hidden />,
  }));
  return [...pages, ...docs, ...actions].filter(({ label }) => label.toLowerCase().includes(wanted));
}
