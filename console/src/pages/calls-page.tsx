import { Loader, Paper, Text } from '@mantine/core';
import { CallTable } from '../components/call-table.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { TroubleNotice } from '../components/trouble-notice.tsx';
import { Link } from '../router.tsx';
import { useCalls, useFlows } from '../server/queries.ts';

const pageSize = 20;

/** The calls so far, newest first. */
export function CallsPage({ offset }: { readonly offset: number }) {
  const calls = useCalls({ limit: pageSize, offset });
  const flows = useFlows().data?.flows ?? [];
  const flowName = (uuid: string | null): string => flows.find((flow) => flow.uuid === uuid)?.name ?? '';

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
  const rows = calls.data.calls.map((call) => ({ call, flowName: flowName(call.campaign_uuid) }));
  return (
    <>
      <PageHeading title="Calls" lead={total === 1 ? '1 call' : `${total.toLocaleString('en')} calls`} />
      {rows.length === 0 ? <NoCalls isPastEnd={total > 0} /> : <CallTable rows={rows} />}
      <PagesOf path="/calls" total={total} pageSize={pageSize} offset={offset} />
    </>
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
