import { Alert, NativeSelect, Text } from '@mantine/core';
import { dateLocale } from '../../language/language.ts';
import { rich, t } from '../../language/text.ts';
import type { Flow } from '../../server/answers.ts';
import { loadCountedCalls, useCountedCalls } from '../../server/dashboard.ts';
import { useProjects, useSegments } from '../../server/segments.ts';
import { sentimentNames, statusNames } from '../../shared/calls/analysed-columns.tsx';
import { Choice } from '../../shared/calls/analysed-list.tsx';
import { reasonText } from '../../shared/calls/end-reasons.ts';
import { outcomeName, readableKey } from '../../shared/calls/value-text.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Link, useSearch } from '../../shared/navigation/router.tsx';
import { countedQueryOf } from '../../shared/statistics/counted-address.ts';
import { windowOptions } from '../../shared/statistics/window-options.ts';
import { countedColumns, kindNames } from './counted-columns.tsx';

const pageSize = 20;
const stageNames = {
  picked_up: t('Picked up'),
  with_outcome: t('With an outcome'),
  successful: t('Successful'),
} as const;

interface CountedListProps {
  readonly flows: readonly Flow[];
  readonly onTrouble: (sentence: string) => void;
}

/**
 * The calls behind a number of the dashboard or a report, exactly as many as the number, including those in progress.
 */
export function CountedList({ flows, onTrouble }: CountedListProps) {
  const address = useListAddress('/calls');
  const search = useSearch();
  const asked = countedQueryOf(search);
  const query = useCountedCalls({ ...asked, limit: pageSize, offset: address.offset });
  const nameOf = (uuid: string | null): string => flows.find((flow) => flow.uuid === uuid)?.name ?? '';
  const window = address.get('window');
  return (
    <>
      <CountedNotice zone={query.data?.timezone} range={query.data?.range} />
      <DataTable
        id="counted calls"
        what={t('counted calls')}
        address={address}
        query={query}
        rows={query.data?.calls}
        total={query.data?.total ?? 0}
        pageSize={pageSize}
        columns={countedColumns(nameOf)}
        keyOf={({ uuid }) => uuid}
        hrefOf={({ uuid }) => `/calls/${uuid}`}
        filters={
          <>
            <NativeSelect
              aria-label={t('Time')}
              data={
                window === 'dates'
                  ? [{ value: 'dates', label: t('Chosen days') }, ...windowOptions]
                  : [...windowOptions]
              }
              value={window}
              onChange={({ currentTarget }) => address.set({ window: currentTarget.value, from: '', to: '' })}
              w={{ base: '100%', xs: 160 }}
            />
            <Choice address={address} name="kind" label={t('Direction')} all={t('All directions')} names={kindNames} />
            <Choice address={address} name="stage" label={t('How far')} all={t('All calls')} names={stageNames} />
            <OneValue name="outcome" all={t('All outcomes')} nameOf={outcomeName} />
            <Choice
              address={address}
              name="sentiment"
              label={t('Sentiment')}
              all={t('All sentiments')}
              names={sentimentNames}
            />
            <Choice address={address} name="analysis" label={t('Analysis')} all={t('All states')} names={statusNames} />
            <OneValue name="status" all={t('All states of calls')} nameOf={readableKey} />
            <OneValue name="end_reason" all={t('All reasons')} nameOf={reasonText} />
          </>
        }
        load={(page) => loadCountedCalls({ ...asked, ...page })}
        onTrouble={onTrouble}
        empty={<Text fw={600}>{t('No calls match these filters')}</Text>}
      />
    </>
  );
}

interface OneValueProps {
  /** Name of the URL parameter. */
  readonly name: string;
  readonly all: string;
  readonly nameOf: (value: string) => string;
}

/** A filter that came with the URL and can only be removed. */
function OneValue({ name, all, nameOf }: OneValueProps) {
  const address = useListAddress('/calls');
  const value = address.get(name);
  if (value === '') return null;
  return (
    <Choice address={address} name={name} label={readableKey(name)} all={all} names={{ [value]: nameOf(value) }} />
  );
}

interface CountedNoticeProps {
  readonly zone: string | undefined;
  readonly range: { readonly from: string; readonly to: string } | undefined;
}

/** The period of the list, in the organisation's time zone, and a link to all calls. */
function CountedNotice({ zone, range }: CountedNoticeProps) {
  const address = useListAddress('/calls');
  const segments = useSegments().data?.segments ?? [];
  const projects = useProjects().data?.projects ?? [];
  const asked = address.get('segments').split(',').filter(Boolean);
  const within = [
    ...projects
      .filter(({ id }) => String(id) === address.get('project'))
      .map(({ name }) => t('the project {name}', { name })),
    ...(asked.length === 0
      ? []
      : [
          t('the segments {asked}', {
            asked: asked.map((uuid) => segments.find((one) => one.uuid === uuid)?.name ?? t('unknown')).join(', '),
          }),
        ]),
  ];
  const agent = ['agent_id', 'agent_uuid', 'agent_name'].some((name) => address.get(name) !== '');
  const format = new Intl.DateTimeFormat(dateLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(zone === undefined ? {} : { timeZone: zone }),
  });
  const text = (at: string): string => format.format(new Date(at));
  return (
    <Alert variant="light" color="lake" mb="sm" p="sm">
      <Text size="sm">
        {rich(
          'Calls behind a number{range}{count}{agent}. Calls in progress are included, browser tests are not. {link}',
          {
            range:
              range !== undefined &&
              zone !== undefined &&
              t(', {from} to {to} ({zone})', { from: text(range.from), to: text(range.to), zone }),
            count: within.length > 0 && t(', in {within}', { within: within.join(t(' and ')) }),
            agent: agent && t(', of one agent'),
            link: <Link href="/calls">{t('Show all calls')}</Link>,
          },
        )}
      </Text>
    </Alert>
  );
}
