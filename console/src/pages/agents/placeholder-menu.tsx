import { Button, Group, Stack, Text } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../language/text.ts';
import { LayerButton } from '../../shared/menu/layer-button.tsx';

/** Keys of the placeholders that every agent has, with what they stand for. */
const known = [
  { title: t('Contact'), names: ['name', 'email', 'language_code', 'timezone'] },
  { title: t('Agent and business'), names: ['agent', 'business'] },
] as const;
const knownNames: readonly string[] = [...known.flatMap(({ names }) => names), 'contact_name'];

interface PlaceholderMenuProps {
  /** For screen readers: "Insert a placeholder into the persona". */
  readonly label: string;
  /** The text field that receives the placeholder where its caret is. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Names of the fields that contacts have besides. */
  readonly custom: readonly string[];
  readonly onChange: (text: string) => void;
}

/** A button `{ }` that inserts a placeholder into a text. */
export function PlaceholderMenu({ label, field, custom, onChange }: PlaceholderMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const insert = (name: string): void => {
    const { current } = field;
    if (current === null) return;
    const { value, selectionStart: from, selectionEnd: to } = current;
    const placeholder = `{${name}}`;
    // Before the caret is set, which an older text would move to its end.
    flushSync(() => {
      setOpen(false);
      onChange(value.slice(0, from) + placeholder + value.slice(to));
    });
    current.focus();
    current.setSelectionRange(from + placeholder.length, from + placeholder.length);
  };
  const others = custom.filter((name) => !knownNames.includes(name));
  const groups = [...known, ...(others.length === 0 ? [] : [{ title: t('Custom fields'), names: others }])];
  return (
    <LayerButton
      text={
        <>
          <span aria-hidden>{'{ }'}</span>
          <span className="unseen">{label}</span>
        </>
      }
      name={label}
      width={300}
      position="bottom-end"
      isOpen={isOpen}
      onChange={setOpen}
      content={
        <Stack gap="sm">
          {groups.map(({ title, names }) => (
            <div key={title}>
              <Text size="sm" fw={600} mb={4}>
                {title}
              </Text>
              <Group gap={6}>
                {names.map((name) => (
                  <Button key={name} size="compact-sm" variant="default" fw={400} onClick={() => insert(name)}>
                    {`{${name}}`}
                  </Button>
                ))}
              </Group>
            </div>
          ))}
          <Text size="xs" className="quiet">
            {t('A value that is unknown in a call is left out, together with the words that need it.')}
          </Text>
        </Stack>
      }
    />
  );
}
