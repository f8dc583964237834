import { Button, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { t } from '../../language/text.ts';
import { storeSecret } from '../../server/tool-settings.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

/** Form that stores a secret, or replaces its value. */
export function NewSecret({ onStored }: { readonly onStored: (name: string) => void }) {
  const heading = useId();
  const [stored, setStored] = useState(0);
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    (field) => storeSecret(field('name').trim(), field('value')),
    ({ name }) => {
      setStored(stored + 1);
      onStored(name);
    },
    ['value'],
  );
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading} mb="sm">
        {t('Store a secret')}
      </Title>
      <TroubleLine text={trouble} />
      <form key={stored} onSubmit={onSubmit}>
        <Stack gap="md" align="flex-start">
          <TextInput
            label={t('Name')}
            description={t('Capital letters, digits and underscores. An existing secret gets the new value.')}
            name="name"
            required
            withAsterisk={false}
            pattern="[A-Z][A-Z0-9_]*"
            title={t('Capital letters, digits and underscores')}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            w="100%"
            maw={420}
          />
          <PasswordInput
            label={t('Value')}
            name="value"
            required
            withAsterisk={false}
            maxLength={4096}
            error={faults.value}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the value') }}
            w="100%"
            maw={420}
          />
          <Button type="submit" loading={isBusy}>
            {t('Store the secret')}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
