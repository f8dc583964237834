import { FileInput, Progress, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import { addCoachFile, addCoachText, type CoachDocument } from '../../server/coaching.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { documentTypes } from '../../shared/documents/accepted-types.ts';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';

interface AddDocumentDialogProps {
  readonly onDone: (document: CoachDocument) => void;
  readonly onCancel: () => void;
}

/** Adds a document as text or as a file. */
export function AddDocumentDialog({ onDone, onCancel }: AddDocumentDialogProps) {
  const { cancel } = useGoBack(onCancel);
  const [kind, setKind] = useState<'text' | 'file'>('text');
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  const submit = useSubmit(
    async (field) => {
      const title = field('title').trim();
      if (kind === 'text') return addCoachText(title, field('text'));
      if (file === null) {
        const detail = t('Choose a file.');
        return { ok: false, status: undefined, detail, faults: { file: t('Choose a file.') } };
      }
      stop.current = new AbortController();
      setShare(0);
      const answer = await addCoachFile(file, title, { signal: stop.current.signal, onProgress: setShare });
      setShare(undefined);
      return answer;
    },
    onDone,
    ['title', 'text', 'file'],
  );
  const close = (): void => {
    stop.current?.abort();
    cancel();
  };
  const { faults } = submit;
  return (
    <FormDialog title={t('Add a coach document')} action={t('Add document')} {...submit} onClose={close}>
      <SegmentedControl
        aria-label={t('Kind of document')}
        value={kind}
        onChange={(chosen) => setKind(chosen as typeof kind)}
        data={[
          { value: 'text', label: t('Text') },
          { value: 'file', label: t('File') },
        ]}
      />
      <TextInput
        label={kind === 'text' ? t('Title') : t('Title (optional)')}
        name="title"
        required={kind === 'text'}
        withAsterisk={false}
        maxLength={300}
        autoComplete="off"
        error={faults.title}
        data-autofocus
      />
      {kind === 'text' ? (
        <Textarea
          label={t('Text')}
          name="text"
          required
          withAsterisk={false}
          rows={8}
          maxLength={1_000_000}
          error={faults.text}
        />
      ) : (
        <FileInput
          label={t('File')}
          description={t('PDF, an image, a recording, .txt or .md.')}
          accept={`${documentTypes},.txt,.md`}
          placeholder={t('Choose a file')}
          leftSection={<IconUpload size={16} aria-hidden />}
          value={file}
          onChange={setFile}
          error={faults.file}
        />
      )}
      {share !== undefined && <Progress value={share * 100} aria-label={t('How far the file is sent')} />}
    </FormDialog>
  );
}
