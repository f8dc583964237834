import { TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';

interface NoteInputProps {
  readonly note: string;
  readonly onNote: (note: string) => void;
}

/** Field for a remark on the version that the next save makes. */
export const NoteInput = ({ note, onNote }: NoteInputProps) => (
  <TextInput
    aria-label={t('Note on the version')}
    placeholder={t('Note, for example why')}
    value={note}
    onChange={({ currentTarget }) => onNote(currentTarget.value)}
    maxLength={200}
    autoComplete="off"
  />
);
