import { Collapse, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconDialpad, IconHandStop, IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useCallback, useId, useState } from 'react';
import type { CallControl } from '../../call/use-call.tsx';
import { t } from '../../language/text.ts';
import { CallTimer } from './call-timer.tsx';
import { Keypad } from './keypad.tsx';
import { LevelMeter } from './level-meter.tsx';
import styles from './live-controls.module.css';
import { StateChip } from './state-chip.tsx';

/** State and controls of an open line. */
export function LiveControls({ control }: { readonly control: CallControl }) {
  const { session, levels, muted } = control;
  const [showsKeypad, setShowsKeypad] = useState(false);
  const keypad = useId();
  const isSpeaking = session.lineState === 'speaking';
  const callerLevel = useCallback(() => levels.callerDbfs, [levels]);
  const agentLevel = useCallback(() => levels.agentDbfs, [levels]);

  return (
    <Stack gap="md">
      <Group justify="space-between">
        <StateChip state={session.lineState ?? 'thinking'} />
        <Text size="lg" fw={600}>
          <CallTimer startedMs={session.startedMs ?? 0} endedMs={session.endedMs} />
        </Text>
      </Group>
      <SimpleGrid cols={2} spacing="md">
        <LevelMeter label={muted ? t('You, muted') : t('You')} side="caller" read={callerLevel} />
        <LevelMeter label={t('Agent')} side="agent" read={agentLevel} />
      </SimpleGrid>
      <SimpleGrid cols={3} spacing="xs">
        <LineButton
          text={t('Mute')}
          icon={muted ? <IconMicrophoneOff size={20} aria-hidden /> : <IconMicrophone size={20} aria-hidden />}
          aria-pressed={muted}
          data-on={muted}
          onClick={() => control.mute(!muted)}
        />
        <LineButton
          text={t('Interrupt')}
          icon={<IconHandStop size={20} aria-hidden />}
          aria-label={t('Interrupt the agent')}
          aria-disabled={!isSpeaking}
          onClick={control.interrupt}
        />
        <LineButton
          text={t('Keypad')}
          icon={<IconDialpad size={20} aria-hidden />}
          aria-expanded={showsKeypad}
          aria-controls={keypad}
          data-on={showsKeypad}
          onClick={() => setShowsKeypad(!showsKeypad)}
        />
      </SimpleGrid>
      <Collapse id={keypad} expanded={showsKeypad}>
        <Keypad onPress={control.press} />
      </Collapse>
    </Stack>
  );
}

type LineButtonProps = ComponentProps<'button'> & { readonly text: string; readonly icon: ReactNode };

/** Stays in the tab order while disabled, so that the focus is not lost. */
function LineButton({ text, icon, ...rest }: LineButtonProps) {
  return (
    <UnstyledButton className={styles.button} {...rest}>
      {icon}
      {text}
    </UnstyledButton>
  );
}
