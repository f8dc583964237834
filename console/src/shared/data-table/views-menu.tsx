import { Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { t } from '../../language/text.ts';
import { LayerButton } from '../menu/layer-button.tsx';
import type { ListAddress } from './list-address.ts';
import { type SavedView, useSavedViews } from './stored.ts';

interface ViewsMenuProps {
  readonly table: string;
  readonly address: ListAddress;
}

/** Menu of the searches saved in this browser, with a form that saves the current one. */
export function ViewsMenu({ table, address }: ViewsMenuProps) {
  const [views, setViews] = useSavedViews(table);
  const [isOpen, setOpen] = useState(false);
  const show = ({ search }: SavedView): void => {
    setOpen(false);
    address.show(search);
  };
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name === '') return;
    setViews([...views.filter((view) => view.name !== name), { name, search: address.search }]);
    setOpen(false);
  };
  return (
    <LayerButton
      text={t('Views')}
      leftSection={<IconBookmark size={16} aria-hidden />}
      name={t('Saved views')}
      width={280}
      isOpen={isOpen}
      onChange={setOpen}
      content={
        <Stack gap="xs">
          {views.length === 0 && (
            <Text size="sm">{t('No saved views yet. Set filters, then save them under a name.')}</Text>
          )}
          {views.map((view) => (
            <Group key={view.name} justify="space-between" wrap="nowrap" gap={4}>
              <Button variant="subtle" size="compact-sm" onClick={() => show(view)} style={{ minWidth: 0 }}>
                {view.name}
              </Button>
              <CloseButton
                size="sm"
                aria-label={t('Delete the view {name}', { name: view.name })}
                onClick={() => setViews(views.filter(({ name }) => name !== view.name))}
              />
            </Group>
          ))}
          <form onSubmit={save}>
            <Group gap="xs" wrap="nowrap" align="flex-end">
              <TextInput
                label={t('Save as')}
                name="name"
                size="sm"
                maxLength={60}
                autoComplete="off"
                required
                withAsterisk={false}
              />
              <Button type="submit" size="sm" variant="default">
                {t('Save')}
              </Button>
            </Group>
          </form>
        </Stack>
      }
    />
  );
}
