import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconMicrophone } from '@tabler/icons-react';
import { troubles } from '../../call/trouble.ts';
import { t } from '../../language/text.ts';
import { LevelMeter } from '../../shared/calling/level-meter.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { useMicrophoneCheck } from './use-microphone-check.ts';

/** Shows the level of the microphone, and whether speech arrives. */
export function MicrophoneCheck() {
  const { phase, trouble, isHeard, read, start, stop } = useMicrophoneCheck();
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="microphone">
      <Title order={2} size="h4" id="microphone" mb="sm">
        {t('Microphone')}
      </Title>
      <Stack gap="md">
        {trouble !== undefined && <TroubleNotice {...troubles[trouble]} />}
        {phase === 'open' && <LevelMeter label={t('You')} side="caller" read={read} />}
        <Group role="status" gap="xs" wrap="nowrap">
          {isHeard && <IconCheck size={18} aria-hidden />}
          <Text size="sm">{isHeard ? t('The microphone works.') : texts[phase]}</Text>
        </Group>
        <Button
          variant="default"
          loading={phase === 'asking'}
          leftSection={<IconMicrophone size={18} aria-hidden />}
          onClick={phase === 'open' ? stop : start}
        >
          {phase === 'open' ? t('Stop the check') : t('Check the microphone')}
        </Button>
      </Stack>
    </Paper>
  );
}

const texts = {
  idle: t('Check that your voice arrives before you begin.'),
  asking: t('Your browser asks whether this page may use the microphone: choose Allow.'),
  open: t('Say something.'),
} as const;
