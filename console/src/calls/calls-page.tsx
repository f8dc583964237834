import { Loader, Paper, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { TroubleNotice } from '../components/trouble-notice.tsx';
import { Link } from '../frame/router.tsx';
import type { CallSummary } from '../server/answers.ts';
import { useLiveCalls } from '../server/live-calls.ts';
import { useCalls, useFlows } from '../server/queries.ts';
import { CallTable } from './call-table.tsx';
import { LivePanel } from './live-panel.tsx';

const pageSize = 20;

/** The calls that go on, and those so far, newest first. */
export function CallsPage({ offset }: { readonly offset: number }) {
  const live = useLiveCalls();
  const flows = useFlows().data?.flows ?? [];
  const announcer = useAnnouncer();
  const nameOf = (call: CallSummary): string =>
    flows.find((flow) => flow.uuid === call.campaign_uuid)?.name ?? call.agent_name ?? '';
  useFreshList(live.query.data?.calls);
  return (
    <>
      <PageHeading title="Calls" />
      <Announcement {...announcer} />
      <LivePanel live={live} nameOf={nameOf} onDone={announcer.sayHere} />
      <CallList offset={offset} nameOf={nameOf} />
    </>
  );
}

/** Whoever came or left is in the list of all calls too. */
function useFreshList(calls: readonly CallSummary[] | undefined): void {
  const queries = useQueryClient();
  const who = calls?.map(({ uuid, status }) => `${uuid} ${status}`).join();
  const before = useRef(who);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as often as that changes
  useEffect(() => {
    // The list itself was asked for just before the first look.
    if (before.current !== undefined) void queries.invalidateQueries({ queryKey: ['calls'] });
    before.current = who;
  }, [who]);
}

interface CallListProps {
  readonly offset: number;
  readonly nameOf: (call: CallSummary) => string;
}

function CallList({ offset, nameOf }: CallListProps) {
  const calls = useCalls({ limit: pageSize, offset });
  if (calls.isError) {
    const retry = (): void => void calls.refetch();
    return <TroubleNotice title="Could not load calls" advice={calls.error.message} onRetry={retry} />;
  }
  if (calls.data === undefined) return <Loader aria-label="Loading the calls" />;
  const { total } = calls.data;
  const rows = calls.data.calls.map((call) => ({ call, flowName: nameOf(call) }));
  return (
    <section aria-labelledby="all-calls">
      <Title order={2} size="h4" id="all-calls" mb="sm">
        {total === 1 ? '1 call' : `${total.toLocaleString('en')} calls`}
      </Title>
      {rows.length === 0 ? <NoCalls isPastEnd={total > 0} /> : <CallTable rows={rows} />}
      <PagesOf path="/calls" total={total} pageSize={pageSize} offset={offset} />
    </section>
  );
}

function NoCalls({ isPastEnd }: { readonly isPastEnd: boolean }) {
  return (
    <Paper className="surface" p="xl" ta="center">
      <Text fw={600}>{isPastEnd ? 'There are no calls on this page' : 'No calls yet'}</Text>
      <Text className="quiet" mt={4}>
        {isPastEnd ? (
          <Link href="/calls">Back to the newest calls</Link>
        ) : (
          <>
            <Link href="/">Make a test call</Link>, and it will be listed here with its transcript and recording.
          </>
        )}
      </Text>
    </Paper>
  );
}
