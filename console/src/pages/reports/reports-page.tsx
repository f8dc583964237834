import { Badge, Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { loadReports, type ReportFilter, type ReportSummary, useReports } from '../../server/reports.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { ListAddress } from '../../shared/data-table/list-address.ts';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { Moment } from '../../shared/page/moment.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { useZone } from '../../shared/zone/use-zone.ts';
import { ReportDialog } from './report-dialog.tsx';
import { Schedules } from './schedules.tsx';
import { rangeText, windowNames } from './window-names.ts';

const pageSize = 20;
const states = {
  pending: { text: t('In progress'), color: 'blue' },
  completed: { text: t('Completed'), color: 'teal' },
  failed: { text: t('Failed'), color: 'red' },
} as const;

const columnsOf = (zone: string | undefined): readonly DataColumn<ReportSummary>[] => [
  {
    key: 'report',
    name: t('Report'),
    isFixed: true,
    render: ({ id, window }) => (
      <Link href={`/reports/${id}`}>
        {windowNames[window]}
        <span className="unseen">{t(', report {id}', { id })}</span>
      </Link>
    ),
    text: ({ id, window }) => `${windowNames[window]} ${id}`,
  },
  {
    key: 'days',
    name: t('Days'),
    from: 'sm',
    render: ({ range }) => rangeText(range, zone),
    text: ({ range }) => rangeText(range, zone),
  },
  {
    key: 'state',
    name: t('State'),
    render: ({ status }) => (
      <Badge variant="light" color={states[status].color} c="var(--mantine-color-text)" tt="none">
        {states[status].text}
      </Badge>
    ),
    text: ({ status }) => states[status].text,
  },
  {
    key: 'created',
    name: t('Created'),
    from: 'md',
    render: ({ created_at: at }) => <Moment iso={at} />,
    text: ({ created_at: at }) => at,
  },
];

const filterOf = (address: ListAddress): ReportFilter => {
  const [window = '', status = ''] = ['window', 'status'].map(address.get);
  return {
    ...(Object.hasOwn(windowNames, window) ? { window: window as ReportSummary['window'] } : {}),
    ...(Object.hasOwn(states, status) ? { status: status as ReportSummary['status'] } : {}),
  };
};

/** Page of reports, with the numbers at the time they were computed. */
export function ReportsPage() {
  const address = useListAddress('/reports');
  const zone = useZone();
  const announcer = useAnnouncer();
  const filter = filterOf(address);
  const query = useReports({ limit: pageSize, offset: address.offset, ...filter });
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <PageHeading
        title={t('Reports')}
        lead={t('A report keeps the numbers of its day, and downloads as CSV or PDF.')}
        aside={<Button onClick={() => setAsking(true)}>{t('Create report')}</Button>}
      />
      <Announcement {...announcer} />
      <DataTable
        id="reports"
        what={t('reports')}
        address={address}
        query={query}
        rows={query.data?.reports}
        total={query.data?.total ?? 0}
        pageSize={pageSize}
        columns={columnsOf(zone)}
        keyOf={({ id }) => `${id}`}
        hrefOf={({ id }) => `/reports/${id}`}
        filters={<Filters address={address} />}
        load={(page) => loadReports({ ...page, ...filter })}
        onTrouble={announcer.sayHere}
        empty={address.isFiltered ? <NoMatch /> : <NoReports />}
      />
      <Schedules />
      {isAsking && (
        <ReportDialog
          onCancel={() => setAsking(false)}
          onDone={(id) => {
            setAsking(false);
            navigate(`/reports/${id}`);
          }}
        />
      )}
    </>
  );
}

const optionsOf = (all: string, names: readonly (readonly [string, string])[]) => [
  { value: '', label: all },
  ...names.map(([value, label]) => ({ value, label })),
];
const windowOptions = optionsOf(t('Any period'), Object.entries(windowNames));
const stateOptions = optionsOf(
  t('Any state'),
  Object.entries(states).map(([value, { text }]) => [value, text] as const),
);

const Filters = ({ address }: { readonly address: ListAddress }) => (
  <>
    <NativeSelect
      aria-label={t('Period')}
      data={windowOptions}
      value={address.get('window')}
      onChange={({ currentTarget }) => address.set({ window: currentTarget.value })}
    />
    <NativeSelect
      aria-label={t('State')}
      data={stateOptions}
      value={address.get('status')}
      onChange={({ currentTarget }) => address.set({ status: currentTarget.value })}
    />
  </>
);

const NoReports = () => (
  <>
    <Text fw={600}>{t('No reports yet')}</Text>
    <Text className="quiet" mt={4}>
      {t('Create one to see how calls went.')}
    </Text>
  </>
);
