import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { t } from '../../language/text.ts';
import { countryNames } from './import-words.ts';

interface CountryInputProps {
  readonly codes: readonly string[];
  /** Code of the country; empty for none. */
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** A country, found by typing a part of its name. */
export function CountryInput({ codes, value, onChange }: CountryInputProps) {
  const list = useId();
  const names = countryNames(codes);
  const [text, setText] = useState(names.get(value) ?? '');
  const codeOf = (typed: string): string | undefined => {
    const wanted = typed.trim().toLocaleLowerCase();
    return [...names].find(([, name]) => name.toLocaleLowerCase() === wanted)?.[0];
  };
  const isUnknown = text.trim() !== '' && codeOf(text) === undefined;
  return (
    <>
      <TextInput
        label={t('Country of numbers without a code')}
        description={t('Without one, a number that does not begin with + is refused.')}
        placeholder={t('None: every number has its country code')}
        error={isUnknown && t('Choose a country of the list.')}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          onChange(codeOf(currentTarget.value) ?? '');
        }}
        list={list}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id={list}>
        {[...names.values()].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
