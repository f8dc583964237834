import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { keepToken } from '../../server/token.ts';
import { forgotPassword, login } from '../../shared/account/requests.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { EmailField, PasswordField } from './account-fields.tsx';
import { Entrance } from './entrance.tsx';
import { RegistrationForm } from './registration-form.tsx';

type Wish = 'sign_in' | 'register' | 'forgot';

/** Page for signing in, registering, or requesting a new password. */
export function LoginPage({ mayRegister }: { readonly mayRegister: boolean }) {
  const [wish, setWish] = useState<Wish>('sign_in');
  if (wish === 'forgot') return <Forgot onBack={() => setWish('sign_in')} />;
  if (wish === 'register') return <Register onBack={() => setWish('sign_in')} />;
  return <SignIn mayRegister={mayRegister} onWish={setWish} />;
}

function SignIn(props: { readonly mayRegister: boolean; readonly onWish: (wish: Wish) => void }) {
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field) => login({ email: field('email'), password: field('password') }),
    keepToken,
  );
  return (
    <Entrance title={t('Sign in')} trouble={trouble}>
      <form onSubmit={onSubmit} style={{ display: 'contents' }}>
        <EmailField />
        <PasswordField />
        <Button type="submit" size="md" loading={isBusy}>
          {t('Sign in')}
        </Button>
      </form>
      <Group justify="space-between" gap="xs">
        <TextButton onClick={() => props.onWish('forgot')}>{t('Forgot the password?')}</TextButton>
        {props.mayRegister && (
          <TextButton onClick={() => props.onWish('register')}>{t('Create an account')}</TextButton>
        )}
      </Group>
    </Entrance>
  );
}

const Register = ({ onBack }: { readonly onBack: () => void }) => (
  <RegistrationForm
    title={t('Create an account')}
    organisationHint={t(
      'Creates an organisation that you administer. Leave empty to wait for an invitation to an existing one.',
    )}
  >
    <TextButton onClick={onBack}>{t('Back to signing in')}</TextButton>
  </RegistrationForm>
);

function Forgot({ onBack }: { readonly onBack: () => void }) {
  const [isSent, setSent] = useState(false);
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field) => forgotPassword(field('email')),
    () => setSent(true),
  );
  return (
    <Entrance title={t('A new password')} trouble={trouble}>
      {isSent ? (
        <Text role="status">
          {t(
            'If there is such an account, a link is on its way. A server without mail sends none: ask its operator for a new password.',
          )}
        </Text>
      ) : (
        <form onSubmit={onSubmit} style={{ display: 'contents' }}>
          <EmailField />
          <Button type="submit" size="md" loading={isBusy}>
            {t('Send me a link')}
          </Button>
        </form>
      )}
      <TextButton onClick={onBack}>{t('Back to signing in')}</TextButton>
    </Entrance>
  );
}

const TextButton = (props: { readonly onClick: () => void; readonly children: string }) => (
  <Anchor component="button" type="button" size="sm" ta="start" onClick={props.onClick}>
    {props.children}
  </Anchor>
);
