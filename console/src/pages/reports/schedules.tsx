import { Button, Group, NativeSelect, Table, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type ReportSchedule, removeSchedule, scheduleReport, useReportSchedules } from '../../server/reports.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { ListFrame } from '../../shared/data-table/list-frame.tsx';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { dateAndTime } from '../../shared/page/figures.ts';
import { SegmentChoice } from './segment-choice.tsx';

const columns = [
  { name: t('Every') },
  { name: t('Recipients') },
  { name: t('Next'), from: 'sm' },
  { name: t('Actions'), isUnseen: true },
] as const;

const everyNames = { week: t('Week, on Monday'), month: t('Month, on the first') } as const;

type Wish = { readonly kind: 'add' } | { readonly kind: 'remove'; readonly schedule: ReportSchedule };

/** Reports that are created on a schedule, and their e-mail recipients. */
export function Schedules() {
  const role = useMe().data?.role;
  const mayWrite = role === 'manager' || role === 'admin';
  const query = useReportSchedules();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<Wish>();
  const close = (): void => setWish(undefined);
  const done = async (sentence: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['report-schedules'] });
    close();
    announcer.sayHere(sentence);
  };
  return (
    <section aria-labelledby="schedules">
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2} size="h3" id="schedules">
          {t('Scheduled reports')}
        </Title>
        {mayWrite && (
          <Button variant="default" onClick={() => setWish({ kind: 'add' })}>
            {t('Schedule a report')}
          </Button>
        )}
      </Group>
      <Announcement {...announcer} />
      {query.data?.is_mailed === false && (
        <Text size="sm" className="quiet" mb="sm">
          {t(
            'This server has no mail server, so scheduled reports are listed above and not sent. Set SMTP_URL to send them.',
          )}
        </Text>
      )}
      <ListFrame
        what={t('scheduled reports')}
        query={query}
        columns={columns}
        empty={
          query.data?.schedules.length === 0
            ? t('No scheduled reports. One is made after each week or month and sent as a PDF.')
            : undefined
        }
      >
        {query.data?.schedules.map((schedule) => (
          <Table.Tr key={schedule.id}>
            <Table.Td>{everyNames[schedule.every]}</Table.Td>
            <Table.Td>{schedule.recipients.length === 0 ? t('Nobody') : schedule.recipients.join(', ')}</Table.Td>
            <Table.Td visibleFrom="sm" className="moment">
              {dateAndTime(schedule.next_at)}
            </Table.Td>
            <Table.Td>
              {mayWrite && (
                <Group justify="flex-end">
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t('Delete the report of every {every}', { every: schedule.every })}
                    onClick={() => setWish({ kind: 'remove', schedule })}
                  >
                    {t('Delete')}
                  </Button>
                </Group>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
      {wish?.kind === 'add' && (
        <ScheduleDialog
          timezone={query.data?.timezone}
          onCancel={close}
          onDone={() => void done(t('The report is scheduled.'))}
        />
      )}
      {wish?.kind === 'remove' && (
        <Confirm
          title={t('Delete the report of every {every}?', { every: wish.schedule.every })}
          action={t('Delete the scheduled report')}
          send={() => removeSchedule(wish.schedule.id)}
          onDone={() => done(t('The scheduled report was deleted.'))}
          onGone={() => done(t('The scheduled report had been deleted already.'))}
          onCancel={close}
        >
          {t('Reports that were made stay.')}
        </Confirm>
      )}
    </section>
  );
}

const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '');

interface ScheduleDialogProps {
  readonly timezone: string | undefined;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function ScheduleDialog({ timezone, onDone, onCancel }: ScheduleDialogProps) {
  const { cancel } = useGoBack(onCancel);
  const email = useMe().data?.email ?? '';
  const [every, setEvery] = useState<ReportSchedule['every']>('week');
  const [chosen, setChosen] = useState<string[]>([]);
  const submit = useSubmit(
    (field) => scheduleReport({ every, recipients: addressesIn(field('recipients')), segment_uuids: chosen }),
    onDone,
    ['recipients'],
  );
  return (
    <FormDialog title={t('Schedule a report')} action={t('Schedule report')} {...submit} onClose={cancel}>
      <NativeSelect
        label={t('Every')}
        description={t('Sent at 7:00{value}.', { value: timezone === undefined ? '' : `, ${timezone}` })}
        data={Object.entries(everyNames).map(([value, label]) => ({ value, label }))}
        value={every}
        onChange={({ currentTarget }) => setEvery(currentTarget.value as ReportSchedule['every'])}
        data-autofocus
      />
      <TextInput
        label={t('Recipients')}
        description={t('E-mail addresses of members, with commas between them.')}
        name="recipients"
        error={submit.faults.recipients}
        defaultValue={email}
      />
      <SegmentChoice value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
