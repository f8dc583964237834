import { Alert, Button, Group, Loader, Paper, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { t } from '../../language/text.ts';
import { isOpen, type PracticeRun, removeRun, startRun, useAllPersonas, useRun } from '../../server/coaching.ts';
import { useMe } from '../../shared/account/use-account.ts';
import pageStyles from '../../shared/conversation/side-by-side.module.css';
import { Transcript } from '../../shared/conversation/transcript.tsx';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { dateAndTime, milliseconds } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { usePlayer } from '../../shared/player/use-player.ts';
import { Facts } from './facts.tsx';
import { NextScenario } from './next-scenario.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { StatusBadge, VerdictBadge } from './run-badges.tsx';
import { RunProof } from './run-proof.tsx';
import { ReviewOfRun } from './run-review.tsx';
import { RunScores } from './run-scores.tsx';
import { RunSound } from './run-sound.tsx';
import { proofsOfRun, turnsOfRun } from './run-turns.ts';
import { usageFacts } from './run-usage.ts';
import { RunVoice } from './run-voice.tsx';
import { clockNames, endTexts, modeNames, scoreText, verdictReason } from './run-words.ts';
import { useTargets } from './use-targets.ts';

/** Page of one practice call: transcript, verdict and reasons. */
export function RunPage({ uuid }: { readonly uuid: string }) {
  const { data, isError, error, refetch } = useRun(uuid);
  if (isError && data === undefined) {
    return (
      <>
        <PageHeading title={t('Practice run')} lead={<Link href="/runs">{t('All runs')}</Link>} />
        <TroubleNotice title={t('Could not load this run')} advice={error.message} onRetry={() => void refetch()} />
      </>
    );
  }
  if (data === undefined) return <PageSkeleton label={t('Loading the run')} />;
  return <OneRun run={data} />;
}

const RunError = ({ run }: { readonly run: PracticeRun }) => (
  <Alert
    mb="md"
    color="red"
    variant="light"
    role="alert"
    title={run.status === 'timeout' ? t('The run took too long') : t('The run failed')}
    icon={<IconAlertTriangle aria-hidden />}
  >
    {run.error}
  </Alert>
);

function OneRun({ run }: { readonly run: PracticeRun }) {
  const { nameOf } = useTargets();
  const announcer = useAnnouncer();
  const player = usePlayer();
  const [chosen, setChosen] = useState<string>();
  const turns = useMemo(() => turnsOfRun(run), [run]);
  const proofs = useMemo(() => proofsOfRun(run), [run]);
  const isRunning = isOpen(run);
  useTurnOfAddress(turns.length > 0);
  const choose = (id: string, turn: number): void => {
    setChosen(id);
    const at = turns[turn]?.startMs;
    if (run.has_audio && at !== undefined) player.seek(at);
  };
  return (
    <>
      <PageHeading
        title={run.scenario_name}
        lead={
          <>
            {nameOf(run)} · {dateAndTime(run.created_at)} · <Link href="/runs">{t('All runs')}</Link>
          </>
        }
        aside={<RunActions run={run} onTrouble={announcer.say} />}
      />
      <Announcement {...announcer} />
      {run.error !== null && <RunError run={run} />}
      <div className={pageStyles.columns}>
        <div className={pageStyles.listen}>
          {run.has_audio && <RunSound uuid={run.uuid} player={player} turns={turns} />}
          <Paper component="section" className={`surface ${pageStyles.said}`} p="md" aria-labelledby="transcript">
            <Transcript
              turns={turns}
              customerName={t('Customer')}
              current={run.has_audio ? turns.findLast(({ startMs }) => startMs <= player.nowMs + 1)?.index : undefined}
              isPlaying={player.isPlaying}
              onSeek={run.has_audio ? (ms) => player.seek(ms, true) : undefined}
              proofs={proofs}
              chosen={proofs.find(({ id }) => id === chosen)}
              onChoose={(id) => setChosen(id === chosen ? undefined : id)}
              empty={
                isRunning
                  ? run.target_kind === 'human_rep'
                    ? t('The transcript appears when the session is over.')
                    : t('The call is being played.')
                  : t('Nothing was said in this run.')
              }
            />
          </Paper>
        </div>
        <div className={pageStyles.beside}>
          <Verdict run={run} />
          {run.proof !== null && <RunProof run={run} proof={run.proof} />}
          {run.status === 'completed' && <RunScores run={run} chosen={chosen} onChoose={choose} />}
          {run.target_kind === 'human_rep' && !isRunning && <NextScenario />}
          <RunVoice run={run} />
          <RunFacts run={run} agent={nameOf(run)} />
        </div>
      </div>
    </>
  );
}

/** Scrolls to the turn in the URL once it is rendered. */
function useTurnOfAddress(isReady: boolean): void {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (!isReady || !/^turn-\d+$/.test(id)) return;
    document.getElementById(id)?.scrollIntoView({ block: 'center' });
  }, [isReady]);
}

const waitingTexts = {
  live: t('The session is being judged.'),
  queued: t('Waiting for its turn.'),
  running: t('The call is being played and judged.'),
} as const;

const Verdict = ({ run }: { readonly run: PracticeRun }) => (
  <Paper component="section" className="surface" p="md" aria-labelledby="verdict">
    <Group justify="space-between" mb="xs">
      <Title order={2} size="h4" id="verdict">
        {t('Verdict')}
      </Title>
      {run.verdict === null ? <StatusBadge status={run.status} /> : <VerdictBadge verdict={run.verdict} />}
    </Group>
    <div role="status">
      {isOpen(run) && (
        <Group gap="sm" wrap="nowrap">
          <Loader size="sm" aria-hidden />
          <Text>
            {waitingTexts[run.target_kind === 'human_rep' ? 'live' : run.status === 'queued' ? 'queued' : 'running']}
          </Text>
        </Group>
      )}
      {run.score !== null && (
        <Text fz={28} fw={600} className="figures" lh={1.2}>
          {scoreText(run.score)}
        </Text>
      )}
      {run.verdict !== null && <Text>{verdictReason(run)}</Text>}
      {run.summary !== null && (
        <Text mt="xs" size="sm" className="quiet">
          {run.summary}
        </Text>
      )}
      {run.review !== null && <ReviewOfRun review={run.review} />}
      {run.verdict === null && !isOpen(run) && (
        <Text className="quiet">{t('Not judged. This run does not count.')}</Text>
      )}
    </div>
  </Paper>
);

function RunFacts({ run, agent }: { readonly run: PracticeRun; readonly agent: string }) {
  const { started_at: from, finished_at: to } = run;
  const persona = useAllPersonas().data?.results.find(({ uuid }) => uuid === run.persona_uuid);
  const seconds = from === null || to === null ? undefined : (Date.parse(to) - Date.parse(from)) / 1000;
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="facts">
      <Title order={2} size="h4" id="facts" mb="sm">
        {t('Details')}
      </Title>
      <Facts
        facts={[
          [t('Agent'), agent],
          [
            t('Scenario'),
            <Link key="scenario" href={`/scenarios/${run.scenario_uuid}`}>
              {run.scenario_name}
            </Link>,
          ],
          [
            t('Persona'),
            <Link key="persona" href={`/personas/${run.persona_uuid}`}>
              {persona?.name ?? t('The simulated customer')}
            </Link>,
          ],
          [t('Mode'), modeNames[run.mode]],
          ...usageFacts(run.usage),
          [t('Clock'), run.clock === null ? '' : clockNames[run.clock]],
          [
            t('Speaks first'),
            run.agent_opens ? (run.target_kind === 'human_rep' ? t('The person') : t('The agent')) : t('The customer'),
          ],
          [t('Ended'), run.ended_reason === null ? '' : endTexts[run.ended_reason]],
          [t('Turns'), run.transcript.length === 0 ? '' : `${run.transcript.length}`],
          [
            t('Took'),
            seconds === undefined ? '' : seconds < 1 ? milliseconds(seconds * 1000) : `${seconds.toFixed(1)} s`,
          ],
          [t('Seed'), `${run.seed}`],
          [t('Language model'), run.agent_model],
          [t('Instructions'), run.agent_prompt === null ? '' : t('Other than those of the agent')],
        ]}
      />
    </Paper>
  );
}

interface RunActionsProps {
  readonly run: PracticeRun;
  readonly onTrouble: (sentence: string) => void;
}

function RunActions({ run, onTrouble }: RunActionsProps) {
  const role = useMe().data?.role;
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const leave = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['runs'] });
    navigate('/runs');
  };
  const again = async (seed?: number): Promise<void> => {
    if (run.target_uuid === null || isBusy) return;
    setBusy(true);
    const { mode, clock, scenario_uuid, target_kind, target_uuid, agent_opens, agent_prompt, agent_model } = run;
    const answer = await startRun({
      mode,
      clock,
      scenario_uuid,
      target_kind,
      target_uuid,
      agent_opens,
      ...(agent_prompt === null ? {} : { agent_prompt }),
      ...(agent_model === null ? {} : { agent_model }),
      ...(seed === undefined ? {} : { seed }),
    });
    setBusy(false);
    if (!answer.ok) return onTrouble(answer.detail);
    void queries.invalidateQueries({ queryKey: ['runs'] });
    navigate(`/runs/${answer.value.uuid}`);
  };
  return (
    <Group gap="sm">
      {run.target_kind === 'human_rep' && (
        <Button onClick={() => navigate(`/practice/${run.scenario_uuid}`)}>{t('Practise again')}</Button>
      )}
      {run.target_uuid !== null && run.target_kind !== 'human_rep' && (
        <>
          <Button variant="default" loading={isBusy} onClick={() => void again(run.seed)}>
            {t('Run again, same seed')}
          </Button>
          <Button variant="default" loading={isBusy} onClick={() => void again()}>
            {t('Run again, new seed')}
          </Button>
        </>
      )}
      {role !== 'member' && role !== undefined && run.verdict !== null && (
        <Button variant="default" onClick={() => setReviewing(true)}>
          {t('Review')}
        </Button>
      )}
      {role !== 'member' && role !== undefined && run.status !== 'running' && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('Delete')}
        </Button>
      )}
      {isReviewing && <ReviewDialog run={run} onClose={() => setReviewing(false)} />}
      {isAsking && (
        <Confirm
          title={t('Delete this run?')}
          action={t('Delete the run')}
          send={() => removeRun(run.uuid)}
          onDone={leave}
          onGone={leave}
          onCancel={() => setAsking(false)}
        >
          {t('Its transcript and scores are deleted. This cannot be undone.')}
        </Confirm>
      )}
    </Group>
  );
}
