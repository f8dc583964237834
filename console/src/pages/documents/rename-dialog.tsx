import { TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { StoredDocument } from '../../server/answers.ts';
import { renameDocument } from '../../server/documents.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';

interface RenameDialogProps {
  readonly document: StoredDocument;
  readonly onDone: (renamed: StoredDocument) => Promise<void>;
  /** Called when the document no longer exists. */
  readonly onGone: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Dialog that renames a document. Mounted only while open; returns the focus afterwards. */
export function RenameDialog({ document: { uuid, title }, onDone, onGone, onCancel }: RenameDialogProps) {
  const { goBack, cancel } = useGoBack(onCancel);
  const { isBusy, trouble, onSubmit } = useSubmit(
    async (field) => {
      const answer = await renameDocument(uuid, field('title'));
      if (!answer.ok && answer.status === 404) await onGone();
      return answer;
    },
    (renamed) => onDone(renamed).then(goBack),
  );
  return (
    <FormDialog
      title={t('Rename the document')}
      action={t('Rename')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <TextInput
        label={t('Title')}
        name="title"
        defaultValue={title}
        required
        withAsterisk={false}
        maxLength={200}
        data-autofocus
      />
    </FormDialog>
  );
}
