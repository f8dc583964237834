import { TextInput, type TextInputProps } from '@mantine/core';
import { t } from '../../language/text.ts';

/** The name of what a form is about, which is required. */
export function NameInput(props: TextInputProps) {
  return (
    <TextInput
      label={t('Name')}
      name="name"
      required
      withAsterisk={false}
      maxLength={120}
      autoComplete="off"
      {...props}
    />
  );
}
