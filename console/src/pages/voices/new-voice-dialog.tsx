import { Checkbox, FileInput, Progress, Text, Textarea, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import { type JobEnd, noteJob } from '../../server/begun-jobs.ts';
import { createVoice } from '../../server/voices.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';

type Created = Awaited<ReturnType<typeof createVoice>> extends Answer<infer T> ? T : never;

interface NewVoiceDialogProps {
  readonly onDone: (created: Created) => void;
  readonly onCancel: () => void;
}

const shown = ['name', 'language', 'description', 'consent', 'reference_audio'] as const;

/** Dialog for a recording of one person and their consent. */
export function NewVoiceDialog({ onDone, onCancel }: NewVoiceDialogProps) {
  const { cancel } = useGoBack(onCancel);
  const [clip, setClip] = useState<File | null>(null);
  const [share, setShare] = useState<number>();
  const making = useRef<{ readonly id: string; readonly over: Promise<JobEnd> }>(undefined);
  const isClosed = useRef(false);
  /** Upload and creation continue after the dialog is closed. */
  const isMaking = share !== undefined;
  const submit = useSubmit(
    async (field) => {
      if (clip === null) return faultOf<Created>('reference_audio', t('Choose a recording.'));
      setShare(0);
      const [name, language, description, consent] = shown.map((one) => field(one).trim());
      const given = { clip, name: name ?? '', language: language ?? '', description: description ?? '' };
      const options = { signal: new AbortController().signal, onProgress: setShare };
      const answer = createVoice({ ...given, consent: consent ?? '' }, options);
      making.current = { id: given.name, over: answer.then(endOf) };
      const made = placed(await answer);
      setShare(undefined);
      return made;
    },
    (created) => {
      if (!isClosed.current) onDone(created);
    },
    shown,
  );
  const close = (): void => {
    isClosed.current = true;
    if (isMaking && making.current !== undefined) noteJob({ kind: 'voice', ...making.current });
    cancel();
  };
  const { faults } = submit;
  const plain = { withAsterisk: false, autoComplete: 'off' } as const;
  return (
    <FormDialog
      title={t('Create a voice')}
      action={t('Create the voice')}
      {...(isMaking ? { dismiss: t('Continue in the background') } : {})}
      {...submit}
      onClose={close}
    >
      <Text size="sm" className="quiet">
        {t(
          'A voice server clones the voice. Without one, the embedded voice is fitted to the recording: it resembles the person and does not imitate them, and the measured similarity is shown.',
        )}
      </Text>
      <TextInput
        {...plain}
        label={t('Name')}
        description={t('Lower-case letters and digits, with hyphens between them.')}
        name="name"
        required
        maxLength={64}
        spellCheck={false}
        error={faults.name}
        data-autofocus
      />
      <FileInput
        label={t('Recording')}
        description={t('WAV or MP3, 6 to 60 s of one person speaking, without noise or music.')}
        placeholder={t('Choose a recording')}
        accept="audio/wav,audio/mpeg,.wav,.mp3"
        leftSection={<IconUpload size={16} aria-hidden />}
        value={clip}
        onChange={setClip}
        error={faults.reference_audio}
      />
      <TextInput
        {...plain}
        label={t('Language')}
        description={t('A code such as en-US.')}
        name="language"
        defaultValue="en-US"
        required
        spellCheck={false}
        error={faults.language}
      />
      <TextInput
        {...plain}
        label={t('Description (optional)')}
        name="description"
        maxLength={500}
        error={faults.description}
      />
      <Textarea
        {...plain}
        label={t('How the person agreed')}
        description={t('Kept with the voice, as in: signed form of 3 May, in the contract folder.')}
        name="consent"
        required
        maxLength={500}
        rows={2}
        error={faults.consent}
      />
      <Checkbox required label={t('The person in the recording agreed to have their voice used by agents.')} />
      {share !== undefined && (
        <Progress
          value={share * 100}
          {...(share === 1 ? { animated: true } : {})}
          aria-label={share === 1 ? t('The recording is being checked') : t('How far the recording is sent')}
        />
      )}
    </FormDialog>
  );
}

const endOf = (answer: Answer<Created>): JobEnd =>
  answer.ok ? { isDone: true } : { isDone: false, detail: answer.detail };

const faultOf = <T,>(field: string, sentence: string): Answer<T> => ({
  ok: false,
  status: undefined,
  detail: sentence,
  faults: { [field]: sentence },
});

/** Assigns the server's messages about the clip and the name to their fields, which the server does not name. */
function placed(answer: Answer<Created>): Answer<Created> {
  if (answer.ok || Object.keys(answer.faults ?? {}).length > 0) return answer;
  if (answer.status === 409) return { ...answer, faults: { name: answer.detail } };
  if (answer.status === 400 || answer.status === 413) return { ...answer, faults: { reference_audio: answer.detail } };
  return answer;
}
