import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSubmit } from '../account/use-submit.ts';
import type { StoredDocument } from '../server/answers.ts';
import { renameDocument } from '../server/documents.ts';
import { TroubleLine } from './trouble-line.tsx';

interface RenameDialogProps {
  readonly document: StoredDocument;
  readonly onDone: (renamed: StoredDocument) => Promise<void>;
  /** The document is there no more. */
  readonly onGone: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Gives a document another title. Mounted while it asks; afterwards the focus goes back. */
export function RenameDialog({ document: { uuid, title }, onDone, onGone, onCancel }: RenameDialogProps) {
  const [opener] = useState(() => window.document.activeElement);
  const goBack = (): void => {
    if (opener instanceof HTMLElement) opener.focus();
  };
  const { isBusy, trouble, onSubmit } = useSubmit(
    async (field) => {
      const answer = await renameDocument(uuid, field('title'));
      if (!answer.ok && answer.status === 404) await onGone();
      return answer;
    },
    (renamed) => void onDone(renamed).then(goBack),
  );
  const cancel = (): void => {
    onCancel();
    goBack();
  };
  return (
    <Modal
      opened
      onClose={cancel}
      title="Rename the document"
      centered
      // Locking would add a style without the page's nonce.
      lockScroll={false}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TroubleLine text={trouble} />
      <form onSubmit={onSubmit}>
        <TextInput
          label="Title"
          name="title"
          defaultValue={title}
          required
          withAsterisk={false}
          maxLength={200}
          data-autofocus
        />
        <Group mt="lg" justify="flex-end" gap="sm">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Rename
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
