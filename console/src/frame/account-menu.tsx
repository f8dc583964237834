import { ActionIcon, Menu, Text } from '@mantine/core';
import {
  IconAddressBook,
  IconBuildings,
  IconFileText,
  IconHeadphones,
  IconHeadset,
  IconHistory,
  IconHourglass,
  IconKey,
  IconLock,
  IconLogout,
  IconPhone,
  IconRobot,
  IconSpeakerphone,
  IconUserCircle,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { useMe, useSignOut } from '../account/use-account.ts';
import { ColorSchemeItem } from './color-scheme-toggle.tsx';
import type { Place } from './place.ts';
import { Link } from './router.tsx';

const links = [
  { page: 'agents', href: '/agents', text: 'Agents', Icon: IconRobot, whose: 'everyone' },
  { page: 'campaigns', href: '/campaigns', text: 'Campaigns', Icon: IconSpeakerphone, whose: 'everyone' },
  { page: 'contacts', href: '/contacts', text: 'Contacts', Icon: IconAddressBook, whose: 'everyone' },
  { page: 'documents', href: '/documents', text: 'Documents', Icon: IconFileText, whose: 'everyone' },
  { page: 'audio', href: '/audio', text: 'Audio', Icon: IconHeadphones, whose: 'everyone' },
  { page: 'queues', href: '/queues', text: 'Queues', Icon: IconHeadset, whose: 'everyone' },
  { page: 'team', href: '/team', text: 'Team', Icon: IconUsers, whose: 'everyone' },
  { page: 'api_keys', href: '/api-keys', text: 'API keys', Icon: IconKey, whose: 'everyone' },
  { page: 'webhooks', href: '/webhooks', text: 'Webhooks', Icon: IconWebhook, whose: 'everyone' },
  { page: 'telephony', href: '/telephony', text: 'Telephony', Icon: IconPhone, whose: 'admins' },
  { page: 'activity', href: '/activity', text: 'Activity', Icon: IconHistory, whose: 'admins' },
  { page: 'waiting_list', href: '/waiting-list', text: 'Waiting list', Icon: IconHourglass, whose: 'superadmins' },
  { page: 'organisations', href: '/organisations', text: 'Organisations', Icon: IconBuildings, whose: 'superadmins' },
] as const satisfies readonly { readonly page: Place['page']; readonly href: string; [more: string]: unknown }[];

/** Who is signed in, where they keep house, and the way out. To be remounted on another page: that closes it, and the focus is the page's. */
export function AccountMenu({
  here,
  onChangePassword,
}: {
  readonly here: Place['page'];
  readonly onChangePassword: () => void;
}) {
  const { data } = useMe();
  const signOut = useSignOut();
  const isShown = {
    everyone: true,
    admins: data?.role === 'admin',
    superadmins: data?.superadmin === true,
  } as const;
  return (
    <Menu
      width={240}
      position="bottom-end"
      withArrow
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          radius="xl"
          aria-label="Your account"
          aria-description={[data?.email, data?.organization_name].filter(Boolean).join(', ')}
        >
          <IconUserCircle size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {/* A menu has items only; the button describes who is signed in. */}
        <Menu.Label aria-hidden>
          <Text component="span" display="block" size="sm" fw={600} truncate>
            {data?.email}
          </Text>
          <Text component="span" display="block" size="sm" truncate>
            {data?.organization_name}
          </Text>
        </Menu.Label>
        {links
          .filter(({ whose }) => isShown[whose])
          .map(({ page, href, text, Icon }) => (
            <Menu.Item
              key={page}
              component={Link}
              href={href}
              closeMenuOnClick={page === here}
              leftSection={<Icon size={16} aria-hidden />}
              {...(page === here ? { 'aria-current': 'page' } : {})}
            >
              {text}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <ColorSchemeItem />
        <Menu.Item leftSection={<IconLock size={16} aria-hidden />} onClick={onChangePassword}>
          Change password
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
