import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const schemes = {
  auto: { name: 'system', next: 'light', Icon: IconDeviceDesktop },
  light: { name: 'light', next: 'dark', Icon: IconSun },
  dark: { name: 'dark', next: 'auto', Icon: IconMoon },
} as const satisfies Record<MantineColorScheme, { name: string; next: MantineColorScheme; Icon: unknown }>;

/** The system's colours, light ones, dark ones. */
export function ColorSchemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { name, next, Icon } = schemes[colorScheme];
  const label = `Theme: ${name}. Switch to: ${schemes[next].name}`;
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} title={label} onClick={() => setColorScheme(next)}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}

/** The same in a menu. */
export function ColorSchemeItem() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { name, next, Icon } = schemes[colorScheme];
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => setColorScheme(next)}
    >
      Theme: {name}
    </Menu.Item>
  );
}
