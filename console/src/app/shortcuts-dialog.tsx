import { Kbd, Switch, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { t } from '../language/text.ts';
import { Dialog, useGoBack } from '../shared/dialog/dialog.tsx';
import styles from './shell.module.css';
import { commandKey, useSingleKeys } from './shortcuts.ts';

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
