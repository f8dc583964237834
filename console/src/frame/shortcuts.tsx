import { Kbd, Switch, Text, Title } from '@mantine/core';
import { type HotkeyItem, useHotkeys, useLocalStorage } from '@mantine/hooks';
import { Fragment } from 'react';
import type { CallControl } from '../call/use-call.tsx';
import { Dialog, useGoBack } from '../components/dialog.tsx';
import { t } from '../language/text.ts';
import styles from './shell.module.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
/** The name of the key that browsers use for commands. */
export const commandKey = isApple ? '⌘' : 'Ctrl';

interface Shortcut {
  readonly keys: readonly string[];
  readonly text: string;
}

const everywhere: readonly Shortcut[] = [
  { keys: [commandKey, 'K'], text: t('Search pages, agents, campaigns, contacts and calls') },
  { keys: ['?'], text: t('Show these shortcuts') },
];

const duringCall: readonly Shortcut[] = [
  { keys: ['M'], text: t('Mute or unmute your microphone') },
  { keys: ['Esc'], text: t('Interrupt the agent') },
  { keys: ['Shift', 'E'], text: t('End the call') },
  { keys: ['0–9', '*', '#'], text: t('Press a key of the keypad') },
];

const hasOpenLayer = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/** Whether shortcuts of a single character act. People who use speech input turn them off. */
const useSingleKeys = () =>
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
  // The palette also opens from a field.
  useHotkeys([['mod+K', openPalette]], []);
}

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { cancel } = useGoBack(onClose);
  const [areSingleKeysOn, setSingleKeys] = useSingleKeys();
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={cancel}>
      <List title={t('Everywhere')} shortcuts={everywhere} />
      <List title={t('During a test call')} shortcuts={duringCall} />
      <Switch
        mt="lg"
        label={t('Shortcuts of a single key')}
        description={t('Turn this off if you use speech input, or press keys by accident.')}
        checked={areSingleKeysOn}
        onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
      />
    </Dialog>
  );
}

const List = ({ title, shortcuts }: { readonly title: string; readonly shortcuts: readonly Shortcut[] }) => (
  <>
    <Title order={3} size="h5" mt="md" mb="xs">
      {title}
    </Title>
    <dl className={styles.shortcuts}>
      {shortcuts.map(({ keys, text }) => (
        <Fragment key={text}>
          <Text component="dt" size="sm">
            {text}
          </Text>
          <dd>
            {keys.map((key) => (
              <Fragment key={key}>
                <Kbd>{key}</Kbd>{' '}
              </Fragment>
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  </>
);
