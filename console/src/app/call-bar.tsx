import { Button, Text } from '@mantine/core';
import { IconMicrophone, IconMicrophoneOff, IconPhoneOff } from '@tabler/icons-react';
import { useCall } from '../call/use-call.tsx';
import { t } from '../language/text.ts';
import { CallTimer } from '../shared/calling/call-timer.tsx';
import { Link } from '../shared/navigation/router.tsx';
import styles from './shell.module.css';

/** The running test call, on every page except its own. */
export function CallBar() {
  const { session, callee, muted, mute, hangUp } = useCall();
  if (session.phase !== 'live') return null;
  return (
    <section className={styles.callBar} aria-label={t('Test call in progress')}>
      <span className={styles.liveDot} aria-hidden style={{ marginInlineStart: 0 }} />
      <Text size="sm" truncate>
        <Link href="/test-call">{t('Test call with {name}', { name: callee?.name ?? t('the agent') })}</Link>{' '}
        <CallTimer startedMs={session.startedMs ?? 0} />
      </Text>
      <span className={styles.spacer} />
      <Button
        size="compact-sm"
        variant="default"
        aria-pressed={muted}
        leftSection={muted ? <IconMicrophoneOff size={16} aria-hidden /> : <IconMicrophone size={16} aria-hidden />}
        onClick={() => mute(!muted)}
      >
        {t('Mute')}
      </Button>
      <Button size="compact-sm" color="red.8" leftSection={<IconPhoneOff size={16} aria-hidden />} onClick={hangUp}>
        {t('End call')}
      </Button>
    </section>
  );
}
