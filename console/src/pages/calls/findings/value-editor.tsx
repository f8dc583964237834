import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { t } from '../../../language/text.ts';
import type { ExtractionField } from '../../../server/answers.ts';
import type { Answer } from '../../../server/ask.ts';
import { adviceFor, readableKey, typedValue } from '../../../shared/calls/value-text.ts';
import { SaveOrCancel } from '../../../shared/form/save-or-cancel.tsx';
import { useSending } from '../../../shared/form/use-sending.ts';

type Value = string | number | boolean;

interface ValueEditorProps {
  readonly name: string;
  readonly type: ExtractionField['field_type'] | undefined;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly value: unknown;
  /** Null removes the value. */
  readonly save: (value: Value | null) => Promise<Answer<unknown>>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Inline editor of a value. Escape cancels. */
export function ValueEditor({ name, type, options = [], value, save, onDone, onCancel }: ValueEditorProps) {
  const [text, setText] = useState(value === null || value === undefined ? '' : String(value));
  const { trouble, isBusy, refuse, send: sendOnce } = useSending();
  const send = async (typed: Value | null): Promise<void> => {
    const answer = await sendOnce(() => save(typed));
    if (answer?.ok) onDone();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = typedValue(text, type);
    if (typed === undefined) refuse({ trouble: adviceFor(type), faults: {} });
    else void send(typed);
  };
  const field = {
    ...({
      'aria-label': name,
      size: 'sm',
      value: text,
      error: trouble,
      'data-autofocus': true,
      autoFocus: true,
    } as const),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setText(currentTarget.value),
  };
  return (
    <form
      onSubmit={onSubmit}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && onCancel()}
      style={{ width: '100%' }}
    >
      {type === 'enum' || type === 'boolean' ? (
        <NativeSelect {...field} data={[{ value: '', label: t('Choose…') }, ...choicesOf(type, options, text)]} />
      ) : (
        <TextInput
          {...field}
          type={type === 'date' || type === 'time' ? type : 'text'}
          {...(type === 'number' || type === 'score' ? { inputMode: 'decimal' } : {})}
        />
      )}
      <SaveOrCancel isBusy={isBusy} onCancel={onCancel}>
        {value !== null && value !== undefined && (
          <Button size="compact-sm" variant="default" onClick={() => void send(null)}>
            {t('Clear the value')}
          </Button>
        )}
      </SaveOrCancel>
    </form>
  );
}

function choicesOf(type: 'enum' | 'boolean', options: ValueEditorProps['options'], value: string) {
  if (type === 'boolean') {
    return [
      { value: 'true', label: t('Yes') },
      { value: 'false', label: t('No') },
    ];
  }
  const given = options ?? [];
  // Keeps the current value as a choice even if the field no longer lists it.
  const isOption = value === '' || given.some((option) => option.value === value);
  return isOption ? given : [{ value, label: readableKey(value) }, ...given];
}
