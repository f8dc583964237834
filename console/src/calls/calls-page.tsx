import { Title } from '@mantine/core';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { isBehindNumber } from '../dashboard/counted-address.ts';
import { useSearch } from '../frame/router.tsx';
import { t } from '../language/text.ts';
import type { CallSummary } from '../server/answers.ts';
import { useLiveCalls } from '../server/live-calls.ts';
import { useFlows } from '../server/queries.ts';
import { CallList } from './call-list.tsx';
import { CountedList } from './counted-list.tsx';
import { LivePanel } from './live-panel.tsx';
import { useFreshLists } from './use-fresh-lists.ts';

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
          {isBehind ? t('Counted calls') : t('All calls')}
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
