import { Button, Fieldset, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import { UnsavedChanges } from '../../shared/form/unsaved.tsx';
import type { DraftForm } from '../../shared/form/use-draft.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

interface SettingsPaperProps {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly isReadOnly: boolean;
  readonly form: Pick<DraftForm<unknown>, 'isBusy' | 'isDirty' | 'isSaved' | 'trouble' | 'onSubmit'>;
  readonly children: ReactNode;
}

/** A group of settings with its save button. */
export const SettingsPaper = ({ id, title, lead, isReadOnly, form, children }: SettingsPaperProps) => (
  <Paper component="section" className="surface" p="md" mb="md" maw={860} aria-labelledby={id}>
    <Title order={2} size="h4" id={id}>
      {title}
    </Title>
    <Text className="quiet" mt={4} mb="sm">
      {lead}
    </Text>
    <form onSubmit={form.onSubmit}>
      <UnsavedChanges isDirty={!isReadOnly && form.isDirty} />
      <TroubleLine text={form.trouble} />
      <Fieldset variant="unstyled" mx={0} disabled={isReadOnly} legend={<span className="unseen">{title}</span>}>
        <Stack gap="md">{children}</Stack>
      </Fieldset>
      {!isReadOnly && (
        <Group mt="md">
          <Button type="submit" loading={form.isBusy}>
            {t('Save')}
          </Button>
          <Text role="status">{form.isSaved ? t('Saved.') : ''}</Text>
        </Group>
      )}
    </form>
  </Paper>
);
