import { Grid, Paper, Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { bubblesOf } from '../../../../client/call/bubbles.ts';
import { isUnderway, type Phase } from '../../../../client/call/session.ts';
import { useCall } from '../../call/use-call.tsx';
import { t } from '../../language/text.ts';
import { SampleNotice } from '../../shared/account/sample-notice.tsx';
import { useCallees } from '../../shared/calling/use-callees.ts';
import { Conversation } from '../../shared/conversation/conversation.tsx';
import { LatencyPanel } from '../../shared/conversation/latency-panel.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { AfterCall } from './after-call.tsx';
import { CallPanel } from './call-panel.tsx';
import { Invitation } from './invitation.tsx';

const emptyTexts: Readonly<Record<Exclude<Phase, 'idle'>, string>> = {
  asking: t('The call begins when the microphone is open.'),
  connecting: t('Connecting.'),
  live: t('The agent is about to speak.'),
  ended: t('Nothing was said.'),
  failed: t('Nothing was said.'),
};

/** Page for a conversation with an agent in the browser. */
export function TestCallPage() {
  const { session } = useCall();
  const callees = useCallees();
  const bubbles = useMemo(() => bubblesOf(session.captions), [session.captions]);
  const isOver = session.phase === 'ended' || session.phase === 'failed';
  return (
    <>
      <PageHeading
        title={t('Test call')}
        lead={t('Talk to an agent from here. You may interrupt it as you would a person.')}
      />
      <SampleNotice />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="md">
            <CallPanel callees={callees} />
            {isOver && <AfterCall session={session} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="md">
            <Paper component="section" className="surface" p="md" aria-labelledby="transcript">
              <Title order={2} size="h4" id="transcript" mb="sm">
                {t('Transcript')}
              </Title>
              <Conversation
                bubbles={bubbles}
                empty={
                  session.phase === 'idle' ? (
                    <Invitation examples={callees.callee?.examples} />
                  ) : (
                    emptyTexts[session.phase]
                  )
                }
                live
              />
            </Paper>
            {(session.turns.length > 0 || isUnderway(session)) && (
              <LatencyPanel turns={session.turns} empty={t('The first answer to your words will be measured here.')} />
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}
