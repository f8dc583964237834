import { Button, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { keepToken } from '../../server/token.ts';
import { register } from '../../shared/account/requests.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { EmailField, PasswordField } from './account-fields.tsx';
import { Entrance } from './entrance.tsx';

export interface RegistrationFormProps {
  readonly title: string;
  readonly lead?: string;
  /** Whether to ask for the start code, which is in the server's log. */
  readonly asksStartCode?: boolean;
  /** Explains the effect of naming an organisation or leaving the field empty. */
  readonly organisationHint: string;
  /** Content below the form. */
  readonly children?: React.ReactNode;
}

const StartCodeField = () => (
  <TextInput
    label={t('Start code')}
    description={t('The server logs it at start.')}
    name="start_code"
    autoComplete="off"
    maxLength={100}
    required
  />
);

/** Form that creates an account and signs in with it. */
export function RegistrationForm({
  organisationHint,
  asksStartCode = false,
  children,
  ...entrance
}: RegistrationFormProps) {
  const { isBusy, trouble, onSubmit } = useSubmit((field) => {
    const name = field('organization_name').trim();
    const named = name === '' ? {} : { organization_name: name };
    const code = asksStartCode ? { start_code: field('start_code') } : {};
    return register({ email: field('email'), password: field('password'), ...named, ...code });
  }, keepToken);
  return (
    <Entrance {...entrance} trouble={trouble}>
      <form onSubmit={onSubmit} style={{ display: 'contents' }}>
        <TextInput
          label={t('Organisation')}
          description={organisationHint}
          name="organization_name"
          autoComplete="organization"
          maxLength={120}
        />
        <EmailField />
        <PasswordField isNew />
        {asksStartCode && <StartCodeField />}
        <Button type="submit" size="md" loading={isBusy}>
          {t('Create account')}
        </Button>
      </form>
      {children}
    </Entrance>
  );
}
