import { Menu, Text } from '@mantine/core';
import { IconKeyboard, IconLock, IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../language/text.ts';
import { useMe, useSignOut } from '../shared/account/use-account.ts';
import { helps } from './navigation.ts';
import { ColorSchemeItem } from './preferences/color-scheme-toggle.tsx';
import { LanguageItems } from './preferences/language-choice.tsx';

export interface AccountItemsProps {
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  readonly onChangePassword: () => void;
  readonly onShowShortcuts: () => void;
  /** The button that opens the menu. */
  readonly children: ReactNode;
}

/** Account menu below its button. */
export function AccountItems({ isOpen, onChange, onChangePassword, onShowShortcuts, children }: AccountItemsProps) {
  const { data } = useMe();
  const signOut = useSignOut();
  return (
    <Menu
      opened={isOpen}
      onChange={onChange}
      width={240}
      position="bottom-end"
      withArrow
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {/* Hidden, because a menu may contain only items. The button describes the signed-in user. */}
        <Menu.Label aria-hidden>
          <Text component="span" display="block" size="sm" fw={600} truncate>
            {data?.email}
          </Text>
          <Text component="span" display="block" size="sm" truncate>
            {data?.organization_name}
          </Text>
        </Menu.Label>
        <ColorSchemeItem />
        <LanguageItems />
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onShowShortcuts}>
          {t('Keyboard shortcuts')}
        </Menu.Item>
        {helps.map(({ href, text, Icon }) => (
          <Menu.Item key={href} component="a" href={href} target="_blank" leftSection={<Icon size={16} aria-hidden />}>
            {text}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLock size={16} aria-hidden />} onClick={onChangePassword}>
          {t('Change password')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
