import { Loader, Paper, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type CallRow, CallTable } from '../components/call-table.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { TroubleNotice } from '../components/trouble-notice.tsx';
import { Link } from '../router.tsx';
import type { CallSummary } from '../server/answers.ts';
import { useCalls, useFlows } from '../server/queries.ts';
import { getCallBrief } from '../server/requests.ts';

const pageSize = 20;

/** The calls so far, newest first. */
export function CallsPage({ offset }: { readonly offset: number }) {
  const calls = useCalls({ limit: pageSize, offset });
  const rows = useRows(calls.data?.calls ?? []);

  if (calls.isError) {
    const retry = (): void => void calls.refetch();
    return (
      <>
        <PageHeading title="Calls" />
        <TroubleNotice title="The calls could not be read" advice={calls.error.message} onRetry={retry} />
      </>
    );
  }
  if (calls.data === undefined) return <Loader aria-label="Loading the calls" />;
  const { total } = calls.data;
  return (
    <>
      <PageHeading title="Calls" lead={total === 1 ? '1 call' : `${total.toLocaleString('en')} calls`} />
      {rows.length === 0 ? <NoCalls isPastEnd={total > 0} /> : <CallTable rows={rows} />}
      <PagesOf path="/calls" total={total} pageSize={pageSize} offset={offset} />
    </>
  );
}

/** The list has no turns and latencies; each call's record has, and does not change once the call is over. */
function useRows(calls: readonly CallSummary[]): readonly CallRow[] {
  const flows = useFlows();
  const briefs = useQueries({
    queries: calls.map(({ uuid, ended_at }) => ({
      queryKey: ['call-brief', uuid, ended_at],
      queryFn: ({ signal }: { signal: AbortSignal }) => getCallBrief(uuid, signal),
      staleTime: ended_at === null ? 0 : Number.POSITIVE_INFINITY,
    })),
  });
  return calls.map((call, index) => {
    const brief = briefs[index]?.data;
    return {
      call,
      flowName: flows.data?.flows.find(({ uuid }) => uuid === call.campaign_uuid)?.name ?? '',
      turns: brief?.latency.turns.length,
      medianMs: brief?.latency.median_ms ?? undefined,
    };
  });
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
