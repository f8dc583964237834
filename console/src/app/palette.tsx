import '@mantine/spotlight/styles.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconAddressBook, IconPhoneCall, IconPlus, IconRobot, IconSearch, IconSpeakerphone } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../language/text.ts';
import { useMe } from '../shared/account/use-account.ts';
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
};

const groupNames: Readonly<Record<Found['kind'], string>> = {
  agent: t('Agents'),
  campaign: t('Campaigns'),
  contact: t('Contacts'),
  call: t('Calls'),
};

interface Entry {
  readonly key: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly href: string;
  readonly icon: ReactNode;
}

/** Command palette that searches pages, agents, campaigns, contacts and calls. Opens whenever `openings` increases. */
export function Palette({ openings }: { readonly openings: number }) {
  const [query, setQuery] = useState('');
  useEffect(() => {
    if (openings > 0) openPalette();
  }, [openings]);
  const pages = usePages(query);
  const { found, isSearching } = useFound(query);
  const groups = (Object.keys(groupNames) as Found['kind'][]).map((kind) => ({
    name: groupNames[kind],
    entries: found
      .filter((one) => one.kind === kind)
      .map(({ key, label, detail, href }): Entry => ({ key, label, detail, href, icon: icons[kind] })),
  }));
  const shown = [{ name: t('Pages'), entries: pages }, ...groups].filter(({ entries }) => entries.length > 0);
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
        placeholder={t('Search pages, agents, campaigns, contacts and calls')}
        aria-label={t('Search pages, agents, campaigns, contacts and calls')}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {shown.map(({ name, entries }) => (
          <Spotlight.ActionsGroup key={name} label={name}>
            {entries.map(({ key, label, detail, href, icon }) => (
              <Spotlight.Action
                key={key}
                label={label}
                {...(detail === undefined ? {} : { description: detail })}
                leftSection={icon}
                onClick={() => open(href)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 && <Spotlight.Empty>{isSearching ? t('Searching…') : t('Nothing found')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
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
  const actions: readonly Entry[] = mayWrite
    ? [{ key: 'new agent', label: t('Create an agent'), href: '/agents/new', icon: <IconPlus size={18} aria-hidden /> }]
    : [];
  const docs = helps.map(({ href, text, Icon }) => ({
    key: href,
    label: text,
    detail: t('Help'),
    href,
    icon: <Icon size={18} aria-hidden />,
  }));
  return [...pages, ...docs, ...actions].filter(({ label }) => label.toLowerCase().includes(wanted));
}
