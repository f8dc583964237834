import { Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { CallSummary } from '../../server/answers.ts';
import { useLiveCalls } from '../../server/live-calls.ts';
import { useFlows } from '../../server/queries.ts';
import { useFreshLists } from '../../shared/calls/use-fresh-lists.ts';
import { useSearch } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { isBehindNumber } from '../../shared/statistics/counted-address.ts';
import { CallList } from './call-list.tsx';
import { CountedList } from './counted-list.tsx';
import { LivePanel } from './live-panel.tsx';

const lists = [['analysed-calls'], ['dashboard', 'calls']] as const;

/** Page of calls in progress, and of finished calls of every source, newest first. */
export function CallsPage() {
  const live = useLiveCalls();
  const flows = useFlows().data?.flows ?? [];
  const announcer = useAnnouncer();
  const isBehind = isBehindNumber(useSearch());
  const nameOf = (call: CallSummary): string =>
    flows.find((flow) => flow.uuid === call.campaign_uuid)?.name ?? call.agent_name ?? '';
  useFreshLists(live.query.data?.calls, lists);
  return (
    <>
      <PageHeading title={t('Calls')} />
      <Announcement {...announcer} />
      <LivePanel live={live} nameOf={nameOf} onDone={announcer.sayHere} />
      <section aria-labelledby="all-calls">
        <Title order={2} size="h4" id="all-calls" mb="sm">
          {isBehind ? t('Calls in this figure') : t('All calls')}
        </Title>
        {isBehind ? (
          <CountedList flows={flows} onTrouble={announcer.sayHere} />
        ) : (
          <CallList flows={flows} onTrouble={announcer.sayHere} />
        )}
      </section>
    </>
  );
}
