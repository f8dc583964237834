import { Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
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

/** Calls in progress, and finished calls of every source, newest first. */
export function CallsPage() {
  const live = useLiveCalls();
  const flows = useFlows().data?.flows ?? [];
  const announcer = useAnnouncer();
  const isBehind = isBehindNumber(useSearch());
  const nameOf = (call: CallSummary): string =>
    flows.find((flow) => flow.uuid === call.campaign_uuid)?.name ?? call.agent_name ?? '';
  useFreshList(live.query.data?.calls);
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

/** Loads the list again when a call begins or ends. */
function useFreshList(calls: readonly CallSummary[] | undefined): void {
  const queries = useQueryClient();
  const who = calls?.map(({ uuid, status }) => `${uuid} ${status}`).join();
  const before = useRef(who);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when that changes
  useEffect(() => {
    // The list itself was asked for just before the first look.
    if (before.current !== undefined) void queries.invalidateQueries({ queryKey: ['analysed-calls'] });
    if (before.current !== undefined) void queries.invalidateQueries({ queryKey: ['dashboard', 'calls'] });
    before.current = who;
  }, [who]);
}
