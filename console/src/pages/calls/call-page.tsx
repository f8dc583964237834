import { Group, Paper } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { t } from '../../language/text.ts';
import { useAnalysedCall, useEvidence } from '../../server/analysed-calls.ts';
import type { AnalysedCall, CallRecord } from '../../server/answers.ts';
import { useExtractionFields } from '../../server/extraction-fields.ts';
import { useCallRecord, useFlows } from '../../server/queries.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { personOf } from '../../shared/calls/party.ts';
import { LatencyPanel } from '../../shared/conversation/latency-panel.tsx';
import { bubblesOfRecord, turnsOfRecord } from '../../shared/conversation/record-bubbles.ts';
import styles from '../../shared/conversation/side-by-side.module.css';
import { turnsOfAnalysed, turnsOfBubbles } from '../../shared/conversation/spoken-turns.ts';
import { Transcript } from '../../shared/conversation/transcript.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { dateAndTime } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { usePlayer } from '../../shared/player/use-player.ts';
import { CallFacts } from './call-facts.tsx';
import { CallSound } from './call-sound.tsx';
import { CostPanel } from './cost-panel.tsx';
import { DeleteCall } from './delete-call.tsx';
import { EventLog } from './event-log.tsx';
import { AnalysisState } from './findings/analysis-state.tsx';
import { FieldsPanel } from './findings/fields-panel.tsx';
import type { Choice } from './findings/finding-line.tsx';
import { OutcomePanel } from './findings/outcome-panel.tsx';
import { proofsOf, sentencesOf } from './findings/proofs.ts';
import { SpeakersLine } from './findings/speakers-line.tsx';
import { LiveActions } from './live-actions.tsx';
import { MakeScenario } from './make-scenario.tsx';
import { ListenedBy } from './supervision/listened-by.tsx';
import { SupervisePanel } from './supervision/supervise-panel.tsx';

/** Page of one conversation of any source: transcript, recording, findings and latencies. */
export function CallPage({ uuid }: { readonly uuid: string }) {
  const [isOver, setOver] = useState(false);
  const analysed = useAnalysedCall(uuid, isOver);
  const hasRecord = analysed.data === null || analysed.data?.source === 'call' || analysed.data?.source === 'test';
  const own = useCallRecord(hasRecord ? uuid : undefined);
  const isLive = own.data !== undefined && own.data.ended_at === null;
  // Analysis begins when a call that this page showed live has ended.
  const wasLive = useWasTrue(isLive);
  if (wasLive && !isLive && !isOver) setOver(true);
  const failed = analysed.isError ? analysed : analysed.data === null && own.isError ? own : undefined;
  if (failed !== undefined) {
    return (
      <>
        <PageHeading title={t('Call')} lead={<Link href="/calls">{t('All calls')}</Link>} />
        <TroubleNotice
          title={t('Could not load this call')}
          advice={failed.error?.message ?? ''}
          onRetry={() => void failed.refetch()}
        />
      </>
    );
  }
  const isReady = analysed.data !== undefined && (!hasRecord || own.data !== undefined || own.isError);
  if (!isReady) return <PageSkeleton label={t('Loading the call')} />;
  return <Conversation analysed={analysed.data ?? undefined} record={own.data} />;
}

/** Practice and simulations are deleted with their runs. */
const isDeletable = ({ source }: AnalysedCall): boolean => source !== 'practice' && source !== 'simulation';

function useWasTrue(value: boolean): boolean {
  const [was, setWas] = useState(value);
  if (value && !was) setWas(true);
  return was;
}

interface ConversationProps {
  readonly analysed: AnalysedCall | undefined;
  readonly record: CallRecord | undefined;
}

function Conversation({ analysed, record }: ConversationProps) {
  const evidence = useEvidence(analysed).data;
  const fields = useExtractionFields().data?.fields ?? [];
  const announcer = useAnnouncer();
  const player = usePlayer();
  const [chosen, setChosen] = useState<string>();
  const isWritten = (record ?? analysed)?.channel === 'chat';
  const isLive = record?.status === 'in_progress' || record?.status === 'transferring';

  const turns = useMemo(() => {
    const bubbles = record === undefined ? [] : bubblesOfRecord(record);
    if (analysed === undefined || analysed.transcript.length === 0) return turnsOfBubbles(bubbles);
    return turnsOfAnalysed(analysed, evidence?.turns ?? [], bubbles);
  }, [analysed, evidence, record]);
  const proofs = useMemo(() => proofsOf(evidence, fields), [evidence, fields]);
  const sentences = useMemo(() => sentencesOf(evidence), [evidence]);
  const latencies = useMemo(() => (record === undefined ? [] : turnsOfRecord(record)), [record]);

  const proof = [...proofs, ...sentences].find(({ id }) => id === chosen);
  const hasRecording = !isLive && (analysed?.recording_url ?? record?.recording_url ?? null) !== null;
  const timeOf = (turn: number): number | undefined => turns[turn]?.startMs;
  /** Marks the quotes and moves the recording to them. Choosing the same value again clears the choice. */
  const choose = (id: string, turn?: number): void => {
    setChosen(id === chosen && turn === undefined ? undefined : id);
    const first = turn ?? [...proofs, ...sentences].find((one) => one.id === id)?.quotes[0]?.turn;
    const at = first === undefined ? undefined : timeOf(first);
    if (at !== undefined && id !== chosen) player.seek(at);
  };
  const choice: Choice = { chosen, choose, timeOf };
  const current = turns.findLast(({ startMs }) => startMs <= player.nowMs + 1)?.index;
  const role = useMe().data?.role;
  const maySupervise = role === 'manager' || role === 'admin';

  return (
    <>
      <Heading
        analysed={analysed}
        record={record}
        aside={
          isLive ? (
            <LiveActions call={record} who={personOf(record)} onDone={announcer.sayHere} isWritten={isWritten} />
          ) : (
            analysed !== undefined && (
              <Group gap="sm">
                {analysed.status === 'completed' && <MakeScenario uuid={analysed.uuid} onFailed={announcer.sayHere} />}
                {isDeletable(analysed) && <DeleteCall id={analysed.id} />}
              </Group>
            )
          )
        }
      />
      <Announcement {...announcer} />
      {isLive && maySupervise && !isWritten && <SupervisePanel call={record} isBesideTranscript />}
      {analysed !== undefined && <AnalysisState call={analysed} />}
      {analysed !== undefined && <SpeakersLine call={analysed} onSaved={announcer.say} />}
      <div className={styles.columns}>
        <div className={styles.listen}>
          {!isWritten && (
            <CallSound
              // Remounts, because the recording loaded during a live call ends at the time it was opened.
              key={record?.ended_at ?? analysed?.status}
              analysed={analysed}
              record={record}
              player={player}
              turns={turns}
              proof={proof}
              isLive={isLive}
            />
          )}
          <Paper component="section" className={`surface ${styles.said}`} p="md" aria-labelledby="transcript">
            <Transcript
              turns={turns}
              isLive={isLive}
              customerName={analysed?.customer.name ?? record?.contact_name ?? (record ? t('Caller') : t('Customer'))}
              current={hasRecording ? current : undefined}
              isPlaying={player.isPlaying}
              onSeek={hasRecording ? (ms) => player.seek(ms, true) : undefined}
              proofs={proofs}
              chosen={proof}
              onChoose={choose}
              empty={isLive ? t('Nothing has been said yet.') : t('No words were recognised in this call.')}
            />
          </Paper>
        </div>
        <div className={styles.beside}>
          {analysed !== undefined && evidence?.analysed_at && (
            <>
              <OutcomePanel
                call={analysed}
                onSaved={announcer.say}
                evidence={evidence}
                sentences={sentences}
                choice={choice}
              />
              <FieldsPanel
                call={analysed}
                onSaved={announcer.say}
                evidence={evidence}
                fields={fields}
                choice={choice}
              />
            </>
          )}
          <CallFacts analysed={analysed} record={record} onSaved={announcer.say} />
          {analysed !== undefined && analysed.cost !== null && <CostPanel cost={analysed.cost} />}
          {record !== undefined && maySupervise && !isWritten && (
            <ListenedBy uuid={record.uuid} isLive={record.ended_at === null} />
          )}
          {record !== undefined && !isWritten && (
            <LatencyPanel
              turns={latencies}
              empty={isLive ? t('The agent has not answered the caller yet.') : t('No turn of this call was answered.')}
            />
          )}
        </div>
      </div>
      {record !== undefined && (
        <Paper component="section" className="surface" p="md" aria-label={t('Event log')}>
          <EventLog events={record.events ?? []} />
        </Paper>
      )}
    </>
  );
}

function Heading({ analysed, record, aside }: ConversationProps & { readonly aside: ReactNode }) {
  const flows = useFlows();
  const campaign = flows.data?.flows.find(({ uuid }) => uuid === record?.campaign_uuid)?.name;
  const at = record?.started_at ?? analysed?.called_at ?? record?.created_at ?? '';
  const who = analysed?.customer.name ?? record?.contact_name ?? campaign ?? analysed?.customer.phone;
  return (
    <PageHeading
      title={who ?? t('Call')}
      lead={
        <>
          {campaign !== undefined && campaign !== who && <>{campaign} · </>}
          {at === '' ? '' : dateAndTime(at)} · <Link href="/calls">{t('All calls')}</Link>
        </>
      }
      aside={aside}
    />
  );
}
