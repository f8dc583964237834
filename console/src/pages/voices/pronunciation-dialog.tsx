import { Group, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import { addPronunciation, changePronunciation, type Pronunciation, wordSpoken } from '../../server/voices.ts';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { ClipButton } from '../../shared/voices/clip-button.tsx';

interface PronunciationDialogProps {
  /** The entry to edit; absent for a new word. */
  readonly before?: Pronunciation | undefined;
  readonly onDone: (pronunciation: Pronunciation) => void;
  readonly onCancel: () => void;
}

type Kind = 'respelling' | 'phonemes';

const hints: Readonly<Record<Kind, string>> = {
  respelling: t('As English words are written: win, oh-KAH-for.'),
  phonemes: t('In the International Phonetic Alphabet: ˈwɪn, oʊˈkɑfɔɹ.'),
};

/** Dialog for a word and its pronunciation, which can be played before it is saved. */
export function PronunciationDialog({ before, onDone, onCancel }: PronunciationDialogProps) {
  const [word, setWord] = useState(before?.word ?? '');
  const [kind, setKind] = useState<Kind>(before?.phonemes ? 'phonemes' : 'respelling');
  const [said, setSaid] = useState(before?.phonemes ?? before?.respelling ?? '');
  const body = { word, [kind]: said };
  const submit = useSubmit(
    async () => atWord(await (before === undefined ? addPronunciation(body) : changePronunciation(before.uuid, body))),
    onDone,
    ['word', 'phonemes', 'respelling'],
  );
  const { faults } = submit;
  const plain = { withAsterisk: false, autoComplete: 'off', spellCheck: false, required: true } as const;
  const title = before === undefined ? t('Add a word') : t('Change “{word}”', { word: before.word });
  return (
    <FormDialog title={title} action={t('Save word')} {...submit} onClose={onCancel}>
      <TextInput
        {...plain}
        label={t('Word')}
        description={t('A single word, as it is written in texts. Upper and lower case are the same.')}
        name="word"
        maxLength={60}
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
        error={faults.word}
        data-autofocus
      />
      <Radio.Group label={t('How it is given')} value={kind} onChange={(value) => setKind(value as Kind)}>
        <Group gap="lg" mt={6}>
          <Radio value="respelling" label={t('Respelled')} />
          <Radio value="phonemes" label={t('In phonemes')} />
        </Group>
      </Radio.Group>
      <TextInput
        {...plain}
        label={t('Said as')}
        description={hints[kind]}
        name={kind}
        maxLength={100}
        value={said}
        onChange={(event) => setSaid(event.currentTarget.value)}
        error={faults.phonemes ?? faults.respelling}
      />
      <Group gap="sm">
        <ClipButton
          isFresh
          label={t('Listen')}
          what={t('to the word')}
          load={() => wordSpoken(said.trim() === '' ? { word } : body)}
        />
      </Group>
    </FormDialog>
  );
}

/** Assigns the conflict with an existing word to the field of the word. */
const atWord = <T,>(answer: Answer<T>): Answer<T> =>
  !answer.ok && answer.status === 409 ? { ...answer, faults: { word: answer.detail } } : answer;
