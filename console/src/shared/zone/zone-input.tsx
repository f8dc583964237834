import { TextInput, type TextInputProps } from '@mantine/core';
import { useId } from 'react';
import { zoneNames } from './zones.ts';

/** An IANA time zone, found by typing a part of its name. */
export function ZoneInput(props: Omit<TextInputProps, 'list' | 'autoComplete' | 'spellCheck'>) {
  const list = useId();
  return (
    <>
      <TextInput {...props} list={list} autoComplete="off" spellCheck={false} />
      <datalist id={list}>
        {zoneNames().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
