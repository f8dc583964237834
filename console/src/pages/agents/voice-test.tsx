import { Button, Stack, Text } from '@mantine/core';
import { IconMicrophone, IconPhoneOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { bubblesOf } from '../../../../client/call/bubbles.ts';
import { isUnderway } from '../../../../client/call/session.ts';
import { troubles } from '../../call/trouble.ts';
import { useCall } from '../../call/use-call.tsx';
import { t } from '../../language/text.ts';
import type { Agent } from '../../server/answers.ts';
import { LiveControls } from '../../shared/calling/live-controls.tsx';
import { type TestedVersion, useCalleeOf } from '../../shared/calling/use-callees.ts';
import { useFocusHandedOver } from '../../shared/calling/use-focus-handed-over.ts';
import { Waiting } from '../../shared/calling/waiting.tsx';
import { Conversation } from '../../shared/conversation/conversation.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';

/** Test call to the agent on its own page. */
export function VoiceTest({ agent, tested }: { readonly agent: Agent; readonly tested: TestedVersion }) {
  const control = useCall();
  const callee = useCalleeOf()(agent, tested);
  const { session } = control;
  const isMine = control.callee?.agentUuid === agent.uuid;
  const underway = isMine && isUnderway(session);
  const isElsewhere = !isMine && isUnderway(session);
  const button = useFocusHandedOver(underway);
  const bubbles = useMemo(() => (isMine ? bubblesOf(session.captions) : []), [isMine, session.captions]);
  const begin = (): void => control.call(callee);
  return (
    <Stack gap="sm">
      {isMine && session.trouble !== undefined && <TroubleNotice {...troubles[session.trouble]} onRetry={begin} />}
      {isMine && <Waiting session={session} />}
      {isMine && session.phase === 'live' && <LiveControls control={control} />}
      {underway ? (
        <Button
          ref={button}
          color="red.8"
          leftSection={<IconPhoneOff size={18} aria-hidden />}
          onClick={control.hangUp}
        >
          {session.phase === 'live' ? t('End call') : t('Cancel')}
        </Button>
      ) : (
        <Button
          ref={button}
          disabled={isElsewhere}
          leftSection={<IconMicrophone size={18} aria-hidden />}
          onClick={begin}
        >
          {isMine && session.phase === 'ended' ? t('Call again') : t('Call')}
        </Button>
      )}
      {isElsewhere && <Text size="sm">{t('End the call in progress first.')}</Text>}
      {(underway || bubbles.length > 0) && (
        <Conversation bubbles={bubbles} agentName={agent.name} empty={t('The agent is about to speak.')} live />
      )}
      {isMine && session.phase === 'ended' && session.callUuid !== undefined && (
        <Text size="sm">
          <Link href={`/calls/${session.callUuid}`}>{t('Open this call')}</Link>
        </Text>
      )}
    </Stack>
  );
}
