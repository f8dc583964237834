import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconMicrophone, IconMicrophoneOff, IconPhone, IconPhoneOff } from '@tabler/icons-react';
import { useCallback } from 'react';
import { isUnderway } from '../../../../client/call/session.ts';
import { useCall } from '../../call/use-call.tsx';
import type { CallLine } from '../../call/use-line.ts';
import { t } from '../../language/text.ts';
import { CallTimer } from '../../shared/calling/call-timer.tsx';
import { LevelMeter } from '../../shared/calling/level-meter.tsx';
import { StateChip } from '../../shared/calling/state-chip.tsx';
import { useFocusHandedOver } from '../../shared/calling/use-focus-handed-over.ts';
import { Waiting } from '../../shared/calling/waiting.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import type { Practice } from './use-practice.ts';

interface PracticePanelProps {
  readonly practice: Practice;
  readonly customer: string;
}

/** Controls and state of a live practice session. */
export function PracticePanel({ practice, customer }: PracticePanelProps) {
  const testCall = useCall();
  const { line, trouble, runUuid } = practice;
  const { session } = line;
  const underway = isUnderway(session);
  const button = useFocusHandedOver(underway);
  const begin = (): void => {
    if (isUnderway(testCall.session)) testCall.hangUp();
    practice.start();
  };
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="session">
      <Title order={2} size="h4" id="session" mb="sm">
        {t('Session')}
      </Title>
      <Stack gap="md">
        {trouble !== undefined && <TroubleNotice {...trouble} onRetry={begin} />}
        {trouble !== undefined && runUuid !== undefined && (
          <Text size="sm">
            <Link href={`/runs/${runUuid}`}>{t('Open what was said so far')}</Link>
          </Text>
        )}
        <Waiting session={session} />
        {session.phase === 'live' && <Line line={line} customer={customer} />}
        {underway ? (
          <Button
            ref={button}
            size="lg"
            color="red.8"
            leftSection={<IconPhoneOff size={20} aria-hidden />}
            onClick={practice.hangUp}
          >
            {session.phase === 'live' ? t('Hang up') : t('Cancel')}
          </Button>
        ) : (
          <Button ref={button} size="lg" leftSection={<IconPhone size={20} aria-hidden />} onClick={begin}>
            {t('Start session')}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

function Line({ line, customer }: { readonly line: CallLine; readonly customer: string }) {
  const { session, levels, muted } = line;
  const ownLevel = useCallback(() => levels.callerDbfs, [levels]);
  const customerLevel = useCallback(() => levels.agentDbfs, [levels]);
  return (
    <>
      <Group justify="space-between">
        <StateChip state={session.lineState ?? 'listening'} />
        <Text size="lg" fw={600}>
          <CallTimer startedMs={session.startedMs ?? 0} endedMs={session.endedMs} />
        </Text>
      </Group>
      <SimpleGrid cols={2} spacing="md">
        <LevelMeter label={muted ? t('You, muted') : t('You')} side="caller" read={ownLevel} />
        <LevelMeter label={customer} side="agent" read={customerLevel} />
      </SimpleGrid>
      <Button
        variant="default"
        aria-pressed={muted}
        leftSection={muted ? <IconMicrophoneOff size={18} aria-hidden /> : <IconMicrophone size={18} aria-hidden />}
        onClick={() => line.mute(!muted)}
      >
        {t('Mute')}
      </Button>
    </>
  );
}
