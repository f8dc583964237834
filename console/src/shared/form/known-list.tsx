import { Button, Group, Stack, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { listIn } from './list-in.ts';

interface KnownListProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  readonly defaultValue: string;
  /** Values to choose from, the most likely first. Others may be typed. */
  readonly known: readonly string[];
  /** What stands between the values. With a line break, the field has several lines. */
  readonly separator: ',' | '\n';
}

const mostShown = 12;

/** A field of several values, which are typed or chosen from those that exist. */
export function KnownList({ defaultValue, known, separator, ...props }: KnownListProps) {
  const [text, setText] = useState(defaultValue);
  const values = listIn(text, separator);
  const joined = separator === ',' ? ', ' : separator;
  const rest = known.filter((value) => !values.includes(value)).slice(0, mostShown);
  const shared = { value: text, autoComplete: 'off' };
  return (
    <Stack gap={6}>
      {separator === ',' ? (
        <TextInput {...props} {...shared} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      ) : (
        <Textarea
          label={props.label}
          description={props.description}
          name={props.name}
          error={props.error}
          {...shared}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          autosize
          minRows={1}
          maxRows={6}
        />
      )}
      {rest.length > 0 && (
        <Group gap={6} role="group" aria-label={t('Known values')}>
          {rest.map((value) => (
            <Button
              key={value}
              size="compact-xs"
              variant="default"
              leftSection={<IconPlus size={12} aria-hidden />}
              onClick={() => setText([...values, value].join(joined))}
            >
              {value}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
