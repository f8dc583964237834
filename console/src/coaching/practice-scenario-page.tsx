import { Grid, Paper, Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { bubblesOf } from '../call/bubbles.ts';
import { isUnderway, type Phase } from '../call/session.ts';
import { Conversation } from '../calls/conversation.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { TroubleNotice } from '../components/trouble-notice.tsx';
import { Link } from '../frame/router.tsx';
import { PageSkeleton } from '../frame/skeletons.tsx';
import { UnsavedChanges } from '../frame/unsaved.tsx';
import { type LiveScenario, useLiveScenario } from '../server/coaching.ts';
import { Facts } from './facts.tsx';
import { MicrophoneCheck } from './microphone-check.tsx';
import { PracticePanel } from './practice-panel.tsx';
import { difficultyNames } from './run-words.ts';
import { usePractice } from './use-practice.ts';

const allPractice = <Link href="/practice">All scenarios to practise</Link>;

/** A person talks with the persona of a scenario. */
export function PracticeScenarioPage({ uuid }: { readonly uuid: string }) {
  const { data, isError, error, refetch } = useLiveScenario(uuid);
  if (isError) {
    return (
      <>
        <PageHeading title="Live practice" lead={allPractice} />
        <TroubleNotice title="Could not load this scenario" advice={error.message} onRetry={() => void refetch()} />
      </>
    );
  }
  if (data === undefined) return <PageSkeleton label="Loading the scenario" />;
  return <OnePractice scenario={data} />;
}

const emptyTexts: Readonly<Record<Exclude<Phase, 'idle' | 'live'>, string>> = {
  asking: 'The session begins when the microphone is open.',
  connecting: 'Connecting.',
  ended: 'Nothing was said.',
  failed: 'Nothing was said.',
};

const leaveTexts = {
  title: 'Hang up?',
  text: 'Leaving this page ends the session.',
  stay: 'Continue the session',
  leave: 'Hang up and leave',
};

function OnePractice({ scenario }: { readonly scenario: LiveScenario }) {
  const practice = usePractice(scenario.uuid);
  const { persona } = scenario;
  const { session } = practice.line;
  const bubbles = useMemo(() => bubblesOf(session.captions), [session.captions]);
  const opening = scenario.agent_opens ? 'You speak first.' : 'The customer speaks first.';
  const isLive = session.phase === 'live';
  return (
    <>
      <PageHeading title={scenario.name} lead={allPractice} />
      <UnsavedChanges isDirty={isLive} texts={leaveTexts} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="md">
            <Paper component="section" className="surface" p="md" aria-labelledby="objective">
              <Title order={2} size="h4" id="objective" mb="sm">
                Your objective
              </Title>
              <Facts
                facts={[
                  ['Objective', scenario.objective],
                  ['Customer', persona.name],
                  ['Language', persona.language_code],
                  ['Difficulty', difficultyNames[scenario.difficulty]],
                  ['Speaks first', scenario.agent_opens ? 'You' : 'The customer'],
                ]}
              />
            </Paper>
            {!isUnderway(session) && <MicrophoneCheck />}
            <PracticePanel practice={practice} customer={persona.name || 'Customer'} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Paper component="section" className="surface" p="md" aria-labelledby="captions">
            <Title order={2} size="h4" id="captions" mb="sm">
              Captions
            </Title>
            <Conversation
              bubbles={bubbles}
              agentName={persona.name || 'Customer'}
              empty={
                session.phase === 'idle' || isLive
                  ? `${opening} What both of you say appears here.`
                  : emptyTexts[session.phase]
              }
              live
            />
          </Paper>
        </Grid.Col>
      </Grid>
    </>
  );
}
