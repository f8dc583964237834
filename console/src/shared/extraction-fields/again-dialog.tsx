import { NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { analyseAgain } from '../../server/extraction-fields.ts';
import { useGoBack } from '../dialog/dialog.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';

interface AgainDialogProps {
  readonly onDone: (sentence: string) => void;
  readonly onCancel: () => void;
}

/** Dialog that queues earlier calls for analysis with the current fields. */
export function AgainDialog({ onDone, onCancel }: AgainDialogProps) {
  const { cancel } = useGoBack(onCancel);
  const [last, setLast] = useState<string | number>(100);
  const submit = useSubmit(
    () => analyseAgain(Number(last)),
    ({ queued }) =>
      onDone(
        t('{queued, plural, one {# call is queued.} other {# calls are queued.}}', {
          queued,
        }),
      ),
  );
  return (
    <FormDialog title={t('Analyse calls again')} action={t('Analyse again')} {...submit} onClose={cancel}>
      <Text size="sm">{t('Reads the stored transcripts with the present fields. Edits by people stay.')}</Text>
      <NumberInput
        label={t('Latest calls')}
        min={1}
        max={10_000}
        allowDecimal={false}
        clampBehavior="strict"
        value={last}
        onChange={setLast}
        hideControls
        required
        withAsterisk={false}
        data-autofocus
      />
    </FormDialog>
  );
}
