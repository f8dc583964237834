import { Checkbox, Stack } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { LayerButton } from '../menu/layer-button.tsx';

interface ColumnsMenuProps {
  readonly columns: readonly { readonly key: string; readonly name: string }[];
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** Menu for showing and hiding columns. */
export function ColumnsMenu({ columns, hidden, onChange }: ColumnsMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <LayerButton
      text={t('Columns')}
      leftSection={<IconColumns size={16} aria-hidden />}
      name={t('Shown columns')}
      width={220}
      isOpen={isOpen}
      onChange={setOpen}
      content={
        <Checkbox.Group
          aria-label={t('Shown columns')}
          value={columns.map(({ key }) => key).filter((key) => !hidden.includes(key))}
          onChange={(shown) => onChange(columns.map(({ key }) => key).filter((key) => !shown.includes(key)))}
        >
          <Stack gap="xs">
            {columns.map(({ key, name }) => (
              <Checkbox key={key} value={key} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      }
    />
  );
}
