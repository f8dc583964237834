import { Grid, Paper, Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { bubblesOf } from '../../../../client/call/bubbles.ts';
import { isUnderway, type Phase } from '../../../../client/call/session.ts';
import { t } from '../../language/text.ts';
import { type LiveScenario, useLiveScenario } from '../../server/coaching.ts';
import { Conversation } from '../../shared/conversation/conversation.tsx';
import { UnsavedChanges } from '../../shared/form/unsaved.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { Facts } from './facts.tsx';
import { MicrophoneCheck } from './microphone-check.tsx';
import { PracticePanel } from './practice-panel.tsx';
import { difficultyNames } from './run-words.ts';
import { usePractice } from './use-practice.ts';

const allPractice = <Link href="/practice">{t('All scenarios to practise')}</Link>;

/** Page on which a user talks to the persona of a scenario. */
export function PracticeScenarioPage({ uuid }: { readonly uuid: string }) {
  const { data, isError, error, refetch } = useLiveScenario(uuid);
  if (isError) {
    return (
      <>
        <PageHeading title={t('Live practice')} help="coaching" lead={allPractice} />
        <TroubleNotice
          title={t('Could not load this scenario')}
          advice={error.message}
          onRetry={() => void refetch()}
        />
      </>
    );
  }
  if (data === undefined) return <PageSkeleton label={t('Loading the scenario')} />;
  return <OnePractice scenario={data} />;
}

const emptyTexts: Readonly<Record<Exclude<Phase, 'idle' | 'live'>, string>> = {
  asking: t('The session begins when the microphone is open.'),
  connecting: t('Connecting.'),
  ended: t('Nothing was said.'),
  failed: t('Nothing was said.'),
};

const leaveTexts = {
  title: t('Hang up?'),
  text: t('Leaving this page ends the session.'),
  stay: t('Continue the session'),
  leave: t('Hang up and leave'),
};

function OnePractice({ scenario }: { readonly scenario: LiveScenario }) {
  const practice = usePractice(scenario.uuid);
  const { persona } = scenario;
  const { session } = practice.line;
  const bubbles = useMemo(() => bubblesOf(session.captions), [session.captions]);
  const opening = scenario.agent_opens ? t('You speak first.') : t('The customer speaks first.');
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
                {t('Your objective')}
              </Title>
              <Facts
                facts={[
                  [t('Objective'), scenario.objective],
                  [t('Customer'), persona.name],
                  [t('Language'), persona.language_code],
                  [t('Difficulty'), difficultyNames[scenario.difficulty]],
                  [t('Speaks first'), scenario.agent_opens ? t('You') : t('The customer')],
                ]}
              />
            </Paper>
            {!isUnderway(session) && <MicrophoneCheck />}
            <PracticePanel practice={practice} customer={persona.name || t('Customer')} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Paper component="section" className="surface" p="md" aria-labelledby="captions">
            <Title order={2} size="h4" id="captions" mb="sm">
              {t('Captions')}
            </Title>
            <Conversation
              bubbles={bubbles}
              agentName={persona.name || t('Customer')}
              empty={
                session.phase === 'idle' || isLive
                  ? t('{opening} What both of you say appears here.', { opening })
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
