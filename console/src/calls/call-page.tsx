import { Grid, Loader, Paper, Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { dateAndTime } from '../components/figures.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { TroubleNotice } from '../components/trouble-notice.tsx';
import { Link } from '../frame/router.tsx';
import type { CallRecord } from '../server/answers.ts';
import { useCallRecord, useFlows } from '../server/queries.ts';
import { CallFacts } from './call-facts.tsx';
import { Conversation } from './conversation.tsx';
import { EventLog } from './event-log.tsx';
import { LatencyPanel } from './latency-panel.tsx';
import { LiveActions } from './live-actions.tsx';
import { partyOf } from './live-panel.tsx';
import { bubblesOfRecord, turnsOfRecord } from './record-bubbles.ts';
import { Recording } from './recording.tsx';

/** One call: what was said and heard, how quickly it was answered, how it sounded. */
export function CallPage({ uuid }: { readonly uuid: string }) {
  const { data, isError, error, refetch } = useCallRecord(uuid);
  if (isError) {
    return (
      <>
        <PageHeading title="Call" lead={<Link href="/calls">All calls</Link>} />
        <TroubleNotice title="Could not load this call" advice={error.message} onRetry={() => void refetch()} />
      </>
    );
  }
  return data === undefined ? <Loader aria-label="Loading the call" /> : <Record record={data} />;
}

function Record({ record }: { readonly record: CallRecord }) {
  const flows = useFlows();
  const announcer = useAnnouncer();
  const isLive = record.status === 'in_progress' || record.status === 'transferring';
  const bubbles = useMemo(() => bubblesOfRecord(record), [record]);
  const turns = useMemo(() => turnsOfRecord(record), [record]);
  const flow = flows.data?.flows.find(({ uuid }) => uuid === record.campaign_uuid);
  return (
    <>
      <PageHeading
        title={flow?.name ?? 'Call'}
        lead={
          <>
            {dateAndTime(record.started_at ?? record.created_at)} · <Link href="/calls">All calls</Link>
          </>
        }
        aside={isLive && <LiveActions call={record} who={partyOf(record)} onDone={announcer.sayHere} />}
      />
      <Announcement {...announcer} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <Paper component="section" className="surface" p="md" aria-labelledby="transcript">
              <Title order={2} size="h4" id="transcript" mb="sm">
                Transcript
              </Title>
              <Conversation
                bubbles={bubbles}
                callerName="Caller"
                empty="Nothing was said, or nothing of it was heard."
              />
            </Paper>
            <LatencyPanel turns={turns} empty="No turn of this call was answered." />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <Paper component="section" className="surface" p="md" aria-labelledby="recording">
              <Title order={2} size="h4" id="recording" mb="sm">
                Recording
              </Title>
              {/* The recording of a running call ends where it was opened: the finished one is loaded afterwards. */}
              <Recording key={record.ended_at} uuid={record.uuid} url={record.recording_url} />
            </Paper>
            <CallFacts record={record} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={12}>
          <Paper component="section" className="surface" p="md" aria-label="Event log">
            <EventLog events={record.events ?? []} />
          </Paper>
        </Grid.Col>
      </Grid>
    </>
  );
}
