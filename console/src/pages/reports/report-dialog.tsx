import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { createReport, type ReportBody } from '../../server/reports.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { DayRangeField } from '../../shared/form/day-range-field.tsx';
import { rangesUntil } from '../../shared/form/day-ranges.ts';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { useZone } from '../../shared/zone/use-zone.ts';
import { ownZone } from '../../shared/zone/zones.ts';
import { SegmentChoice } from './segment-choice.tsx';
import { windowNames } from './window-names.ts';

interface ReportDialogProps {
  readonly onDone: (id: number) => void;
  readonly onCancel: () => void;
}

/** Dialog for the period and the calls of a new report. */
export function ReportDialog({ onDone, onCancel }: ReportDialogProps) {
  const { cancel } = useGoBack(onCancel);
  const zone = useZone() ?? ownZone;
  const closedRanges = rangesUntil(zone, new Date()).filter(({ from }) => from !== '');
  const lastDays = closedRanges.at(-1) ?? { from: '', to: '' };
  const [window, setWindow] = useState<ReportBody['window']>('week');
  const [chosen, setChosen] = useState<string[]>([]);
  const submit = useSubmit(
    (field) =>
      createReport({
        window,
        segment_uuids: chosen,
        ...(window === 'custom' ? { from: field('from'), to: field('to') } : {}),
      }),
    ({ id }) => onDone(id),
    ['from', 'to'],
  );
  return (
    <FormDialog title={t('Create a report')} action={t('Create report')} {...submit} onClose={cancel}>
      <NativeSelect
        label={t('Time')}
        data={Object.entries(windowNames).map(([value, label]) => ({ value, label }))}
        value={window}
        onChange={({ currentTarget }) => setWindow(currentTarget.value as ReportBody['window'])}
        data-autofocus
      />
      {window === 'custom' && (
        <DayRangeField
          label={t('Days')}
          names={['from', 'to']}
          initial={lastDays}
          ranges={closedRanges}
          error={submit.faults.from ?? submit.faults.to}
        />
      )}
      <SegmentChoice value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
