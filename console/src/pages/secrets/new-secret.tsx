import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { storeSecret } from '../../server/tool-settings.ts';
import { FoldedForm } from '../../shared/form/folded-form.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

/** Form that stores a secret, or replaces its value. */
export const NewSecret = ({ onStored }: { readonly onStored: (name: string) => void }) => (
  <FoldedForm title={t('Store a secret')}>
    {(close) => (
      <Fields
        onStored={(made) => {
          close();
          onStored(made);
        }}
      />
    )}
  </FoldedForm>
);

function Fields({ onStored }: { readonly onStored: (name: string) => void }) {
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    (field) => storeSecret(field('name').trim(), field('value')),
    ({ name }) => onStored(name),
    ['value'],
  );
  return (
    <>
      <TroubleLine text={trouble} />
      <form onSubmit={onSubmit}>
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
            {t('Store secret')}
          </Button>
        </Stack>
      </form>
    </>
  );
}
