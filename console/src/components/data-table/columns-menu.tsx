import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { t } from '../../language/text.ts';

interface ColumnsMenuProps {
  readonly columns: readonly { readonly key: string; readonly name: string }[];
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** Which columns are shown. */
export const ColumnsMenu = ({ columns, hidden, onChange }: ColumnsMenuProps) => (
  <Popover width={220} position="bottom-end" shadow="md" trapFocus returnFocus>
    <Popover.Target>
      <Button variant="default" leftSection={<IconColumns size={16} aria-hidden />}>
        {t('Columns')}
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label={t('Shown columns')}>
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
    </Popover.Dropdown>
  </Popover>
);
