import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { t } from '../../language/text.ts';

const schemes = {
  auto: { name: t('system'), next: 'light', Icon: IconDeviceDesktop },
  light: { name: t('light'), next: 'dark', Icon: IconSun },
  dark: { name: t('dark'), next: 'auto', Icon: IconMoon },
} as const satisfies Record<MantineColorScheme, { name: string; next: MantineColorScheme; Icon: unknown }>;

/** Switches between the system's colours, light and dark. */
export function ColorSchemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { name, next, Icon } = schemes[colorScheme];
  const label = t('Theme: {name}. Switch to: {name2}', { name, name2: schemes[next].name });
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} title={label} onClick={() => setColorScheme(next)}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}

/** The same switch as a menu item. */
export function ColorSchemeItem() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { name, next, Icon } = schemes[colorScheme];
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => setColorScheme(next)}
    >
      {t('Theme: {name}', { name })}
    </Menu.Item>
  );
}
