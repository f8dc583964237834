import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useMe, useSignOut } from '../account/use-account.ts';
import { ColorSchemeItem } from './color-scheme-toggle.tsx';

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { data } = useMe();
  const signOut = useSignOut();
  return (
    <Menu width={240} position="bottom-end" withArrow shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label="Your account">
          <IconUserCircle size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} truncate>
            {data?.email}
          </Text>
          <Text size="sm" truncate>
            {data?.organization_name}
          </Text>
        </Menu.Label>
        <ColorSchemeItem />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
