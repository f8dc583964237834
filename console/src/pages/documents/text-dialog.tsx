import { Stack, Textarea, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { StoredDocument } from '../../server/answers.ts';
import { addText } from '../../server/documents.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { ShareField, visibilityIn } from './share-field.tsx';

interface TextDialogProps {
  readonly onDone: (stored: StoredDocument) => Promise<void>;
  readonly onCancel: () => void;
}

/** Dialog in which a text is typed that becomes a document. */
export function TextDialog({ onDone, onCancel }: TextDialogProps) {
  const { goBack, cancel } = useGoBack(onCancel);
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field, form) =>
      addText({
        title: field('title'),
        text: field('text'),
        visibility: visibilityIn(form),
      }),
    (stored) => onDone(stored).then(goBack),
  );
  return (
    <FormDialog
      title={t('Write a text')}
      action={t('Save')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <Stack gap="md">
        <TextInput
          label={t('Title')}
          name="title"
          required
          withAsterisk={false}
          maxLength={200}
          autoComplete="off"
          data-autofocus
        />
        <Textarea
          label={t('Text')}
          description={t('A line that begins with # is a heading, by which answers name the section.')}
          name="text"
          required
          withAsterisk={false}
          maxLength={1_000_000}
          autosize
          minRows={8}
          maxRows={20}
        />
        <ShareField />
      </Stack>
    </FormDialog>
  );
}
