import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { CallSummary } from '../../server/answers.ts';
import type { Answer } from '../../server/ask.ts';
import { endCall, type endReasons } from '../../server/live-calls.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';

type Reason = (typeof endReasons)[number];

const reasonTexts: Readonly<Record<Reason, string>> = {
  workflow_close: t('Call complete'),
  dnc_request: t('Do not call again'),
  wrong_number: t('Wrong number'),
  hostile_caller: t('Abusive caller'),
};

export interface LiveDialogProps {
  readonly call: Pick<CallSummary, 'uuid' | 'contact_uuid'>;
  readonly who: string;
  readonly onDone: (sentence: string) => void;
  readonly onCancel: () => void;
}

/** Dialog that confirms ending a call. Mounted only while open. */
export function EndDialog({ call, who, onDone, onCancel }: LiveDialogProps) {
  const { cancel } = useGoBack(onCancel);
  const [reason, setReason] = useState<Reason>('workflow_close');
  const { isBusy, trouble, onSubmit } = useSubmit(async (): Promise<Answer<string>> => {
    const answer = await endCall(call.uuid, reason);
    if (answer.ok) return { ok: true, value: t('The call with {who} was ended.', { who }) };
    return answer.status === 409 || answer.status === 404
      ? { ok: true, value: t('The call with {who} was over already.', { who }) }
      : answer;
  }, onDone);
  return (
    <FormDialog
      title={t('End the call with {who}?', { who })}
      action={t('End the call')}
      isGrave
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <Text>{t('It is cut off where it is, and nothing more is said.')}</Text>
      <NativeSelect
        label={t('Why')}
        data={Object.entries(reasonTexts).map(([value, label]) => ({ value, label }))}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value as Reason)}
        data-autofocus
      />
      {reason === 'dnc_request' && (
        <Text size="sm">{t('They are opted out: no campaign calls them from then on.')}</Text>
      )}
    </FormDialog>
  );
}
