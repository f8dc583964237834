import { Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { IconEar, IconEarOff, IconMicrophone, IconRobot } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type Bubble, bubblesOf } from '../../../../../client/call/bubbles.ts';
import { isUnderway } from '../../../../../client/call/session.ts';
import { spokenBy } from '../../../call/bubbles.ts';
import { t } from '../../../language/text.ts';
import type { CallSummary } from '../../../server/answers.ts';
import { useSupervision } from '../../../server/supervision.ts';
import { LevelMeter } from '../../../shared/calling/level-meter.tsx';
import { personOf } from '../../../shared/calls/party.ts';
import { Conversation } from '../../../shared/conversation/conversation.tsx';
import { TroubleLine } from '../../../shared/page/trouble-line.tsx';
import { AgentTexts } from './agent-texts.tsx';
import { listenersText } from './listeners.ts';
import styles from './supervise-panel.module.css';
import { type Listening, useListening } from './use-listening.ts';

interface SupervisePanelProps {
  readonly call: CallSummary;
  /** Whether to start listening immediately, after a click on a button elsewhere. */
  readonly startsAtOnce?: boolean;
  /** Whether the page shows the conversation elsewhere. The panel then shows only the words being spoken. */
  readonly isBesideTranscript?: boolean;
  /** Closes the panel. Absent where it cannot be closed. */
  readonly onClose?: () => void;
}

/** A call in progress, for managers: listen, give the agent texts, or speak instead of it. */
export function SupervisePanel({ call, onClose, ...shown }: SupervisePanelProps) {
  const listening = useListening(call.uuid);
  const heading = useRef<HTMLHeadingElement>(null);
  // Opened by a button elsewhere: a keyboard continues here.
  useEffect(() => {
    if (shown.startsAtOnce === true) heading.current?.focus();
  }, [shown.startsAtOnce]);
  return (
    <Paper
      component="section"
      className={`surface ${styles.panel}`}
      data-state={listening.isSpeaking ? 'speaking' : listening.session.phase === 'live' ? 'listening' : undefined}
      p={{ base: 'sm', sm: 'md' }}
      my="md"
      aria-labelledby="supervise"
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
        <Title order={2} size="h4" id="supervise" ref={heading} tabIndex={-1}>
          {t('Supervise the call with {call}', { call: personOf(call) })}
        </Title>
        {onClose !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={onClose}>
            {t('Close')}
          </Button>
        )}
      </Group>
      {isByPhone(call) ? <ByPhone /> : <Carried call={call} listening={listening} {...shown} />}
    </Paper>
  );
}

/** In a call from a teammate to a contact, both talk through their telephony provider. */
const isByPhone = ({ campaign_uuid: campaign, agent_name: teammate }: CallSummary): boolean =>
  campaign === null && teammate !== null;

const ByPhone = () => (
  <Text>
    {t(
      'Two people are talking over their telephone provider. The sound of this call does not pass through Parley, so nobody can listen to it here.',
    )}
  </Text>
);

interface CarriedProps extends Omit<SupervisePanelProps, 'onClose'> {
  readonly listening: Listening;
}

function Carried({ call, listening, startsAtOnce = false, isBesideTranscript = false }: CarriedProps) {
  const { session, isSpeaking, trouble } = listening;
  const isOn = isUnderway(session);
  const listeners = useSupervision(true).data?.listeners ?? [];
  const others = listenersText(listeners.filter(({ call_uuid: uuid }) => uuid === call.uuid));
  const bubbles = useMemo(() => bubblesOf(session.captions), [session.captions]);
  const wasStarted = useRef(false);
  useEffect(() => {
    if (!startsAtOnce || wasStarted.current) return;
    wasStarted.current = true;
    listening.start();
  });
  return (
    <div className={styles.body}>
      <Stack gap="sm">
        <TroubleLine text={trouble} />
        <Controls listening={listening} />
        <div>
          <Text role="status" fw={isSpeaking ? 600 : 500}>
            {stateText(listening)}
          </Text>
          <Text size="sm" className="quiet">
            {t('The law may require that callers know that somebody listens. The call stores who listened, and when.')}
          </Text>
          {others !== undefined && <Text size="sm">{others}</Text>}
        </div>
        {session.phase === 'live' && <Meters listening={listening} isSpeaking={isSpeaking} />}
      </Stack>
      <Stack gap="sm">
        {isBesideTranscript && session.phase === 'live' && <SpokenNow bubble={bubbles.at(-1)} />}
        {!isBesideTranscript && (isOn || bubbles.length > 0) && (
          <div className={styles.said}>
            <Conversation
              bubbles={bubbles}
              empty={t('The conversation from now on appears here, word by word.')}
              callerName={t('Caller')}
              live
            />
          </div>
        )}
        <AgentTexts callUuid={call.uuid} />
      </Stack>
    </div>
  );
}

/** The newest words, before they are in the transcript. */
const SpokenNow = ({ bubble }: { readonly bubble: Bubble | undefined }) => (
  <Text size="sm" className="quiet" lineClamp={2} mih="2lh">
    {bubble === undefined
      ? t('The words being spoken appear here, and then in the transcript.')
      : spokenBy(t('Agent'), t('Caller'))(bubble)}
  </Text>
);

function stateText({ session: { phase, endReason }, isSpeaking }: Listening): string {
  if (isSpeaking)
    return t('Your microphone is open: the caller hears you. The agent is silent until you hand the call back.');
  if (phase === 'live') return t('You are listening. Neither the caller nor the agent notices.');
  if (phase === 'asking' || phase === 'connecting') return t('Connecting.');
  if (endReason === 'access_ended') return t('Your access to this call has ended.');
  if (phase === 'ended') return t('You are no longer listening.');
  return t('You are not listening.');
}

function Controls({ listening }: { readonly listening: Listening }) {
  const { session, isSpeaking, isBusy } = listening;
  const isOn = isUnderway(session);
  return (
    <Group gap="sm">
      <Button
        variant={isOn ? 'default' : 'filled'}
        leftSection={isOn ? <IconEarOff size={18} aria-hidden /> : <IconEar size={18} aria-hidden />}
        onClick={isOn ? listening.stop : listening.start}
      >
        {isOn ? t('Stop listening') : t('Listen in')}
      </Button>
      {/* A disabled button would lose the focus. Further clicks do nothing while the first one is carried out. */}
      <Button
        variant={isSpeaking ? 'filled' : 'default'}
        color={isSpeaking ? 'red.8' : 'lake'}
        aria-busy={isBusy}
        leftSection={<SpeakIcon isSpeaking={isSpeaking} isBusy={isBusy} />}
        onClick={() => (isSpeaking ? void listening.handBack() : listening.takeOver())}
      >
        {isSpeaking ? t('Hand back to the agent') : t('Take over')}
      </Button>
    </Group>
  );
}

function SpeakIcon({ isSpeaking, isBusy }: Pick<Listening, 'isSpeaking' | 'isBusy'>) {
  if (isBusy) return <Loader size={18} color="currentColor" aria-hidden />;
  return isSpeaking ? <IconRobot size={18} aria-hidden /> : <IconMicrophone size={18} aria-hidden />;
}

function Meters({
  listening: { levels },
  isSpeaking,
}: {
  readonly listening: Listening;
  readonly isSpeaking: boolean;
}) {
  const heard = useCallback(() => levels.agentDbfs, [levels]);
  const said = useCallback(() => levels.callerDbfs, [levels]);
  return (
    <Group grow gap="md" maw={520}>
      <LevelMeter label={t('The call')} side="agent" read={heard} />
      {isSpeaking && <LevelMeter label={t('You')} side="caller" read={said} />}
    </Group>
  );
}
