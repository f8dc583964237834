import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../language/text.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const settleMs = 300;
/** Characters of a label that does not fit into a short field. */
const longLabel = 22;

/** Field that searches while the user types. It keeps the focus and the text meanwhile, and follows other changes of the value. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    // The text that was searched for has no spaces at its ends.
    if (value !== typed.trim()) setTyped(value);
  }
  const settle = useDebouncedCallback((text: string) => onChange(text.trim()), settleMs);
  const change = (text: string): void => {
    setTyped(text);
    settle(text);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      maxLength={100}
      autoComplete="off"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? null : <CloseButton size="sm" aria-label={t('Clear the search')} onClick={() => change('')} />
      }
      w={{ base: '100%', xs: label.length > longLabel ? 290 : 230 }}
    />
  );
}
