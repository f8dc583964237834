import { Button, Group, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { DraftForm } from './use-draft.ts';

/** Says that what was typed before a reload is back. */
export const RestoredNote = ({ form }: { readonly form: Pick<DraftForm<object>, 'isRestored' | 'reset'> }) =>
  form.isRestored ? (
    <Group gap="sm" role="status">
      <Text size="sm">{t('What you typed before the page was reloaded is back, and not saved yet.')}</Text>
      <Button size="compact-sm" variant="subtle" onClick={form.reset}>
        {t('Discard it')}
      </Button>
    </Group>
  ) : null;
