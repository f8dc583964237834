import { Badge, Button, Table } from '@mantine/core';
import { useState } from 'react';
import { dateAndTime } from '../components/figures.ts';
import { ListFrame } from '../components/list-frame.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { Link, navigate } from '../frame/router.tsx';
import { t } from '../language/text.ts';
import { useReports } from '../server/reports.ts';
import { ReportDialog } from './report-dialog.tsx';
import { Schedules } from './schedules.tsx';
import { rangeText, windowNames } from './window-names.ts';

const pageSize = 20;
const columns = [
  { name: t('Report') },
  { name: t('Days'), from: 'sm' },
  { name: t('State') },
  { name: t('Created'), from: 'md' },
] as const;

const states = {
  pending: { text: t('In progress'), color: 'blue' },
  completed: { text: t('Completed'), color: 'teal' },
  failed: { text: t('Failed'), color: 'red' },
} as const;

/** Reports, with the numbers of the day on which they were computed. */
export function ReportsPage({ offset }: { readonly offset: number }) {
  const query = useReports({ limit: pageSize, offset });
  const [isAsking, setAsking] = useState(false);
  const total = query.data?.total ?? 0;
  return (
    <>
      <PageHeading
        title={t('Reports')}
        lead={t('A report keeps the numbers of its day, and downloads as CSV or PDF.')}
        aside={<Button onClick={() => setAsking(true)}>{t('Create report')}</Button>}
      />
      <ListFrame
        what={t('reports')}
        query={query}
        columns={columns}
        empty={
          query.data !== undefined && total === 0 ? t('No reports yet. Create one to see how calls went.') : undefined
        }
      >
        {query.data?.reports.map(({ id, window, range, status, created_at: at }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Link href={`/reports/${id}`}>
                {windowNames[window]}
                <span className="unseen">{t(', report {id}', { id })}</span>
              </Link>
            </Table.Td>
            <Table.Td visibleFrom="sm">{rangeText(range)}</Table.Td>
            <Table.Td>
              <Badge variant="light" color={states[status].color} c="var(--mantine-color-text)" tt="none">
                {states[status].text}
              </Badge>
            </Table.Td>
            <Table.Td visibleFrom="md" className="moment">
              {dateAndTime(at)}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
      <PagesOf path="/reports" total={total} pageSize={pageSize} offset={offset} />
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
