import { type HotkeyItem, useHotkeys, useLocalStorage } from '@mantine/hooks';
import type { CallControl } from '../call/use-call.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
/** The label of the modifier key for browser commands. */
export const commandKey = isApple ? '⌘' : 'Ctrl';

const hasOpenLayer = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/** Whether single-character shortcuts are active. Users of speech input turn them off. */
export const useSingleKeys = () =>
  useLocalStorage<boolean>({ key: 'parley.single_keys', defaultValue: true, getInitialValueInEffect: false });

interface ShortcutActions {
  readonly control: CallControl;
  readonly openPalette: () => void;
  readonly showShortcuts: () => void;
}

export function useShortcuts({ control, openPalette, showShortcuts }: ShortcutActions): void {
  const [areSingleKeysOn] = useSingleKeys();
  const { session, muted } = control;
  const inCall = (act: () => void) => (): void => {
    if (session.phase === 'live' && !hasOpenLayer()) act();
  };
  const single: HotkeyItem[] = [
    ['shift+?', showShortcuts],
    ['m', inCall(() => control.mute(!muted))],
    ['shift+E', inCall(control.hangUp)],
    ...'0123456789'.split('').map((digit): HotkeyItem => [digit, inCall(() => control.press(digit))]),
    ['shift+*', inCall(() => control.press('*'))],
    ['shift+#', inCall(() => control.press('#'))],
  ];
  useHotkeys([['Escape', inCall(control.interrupt), { preventDefault: false }], ...(areSingleKeysOn ? single : [])]);
  // The palette also opens while a field has the focus.
  useHotkeys([['mod+K', openPalette]], []);
}
