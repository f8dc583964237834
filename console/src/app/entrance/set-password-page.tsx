import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { keepToken } from '../../server/token.ts';
import { type Credentials, login, resetPassword } from '../../shared/account/requests.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { PasswordField } from './account-fields.tsx';
import { Entrance } from './entrance.tsx';

/** Returns the address of the account that a link names; empty for a damaged link. */
function addressIn(token: string): string {
  try {
    const bytes = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return '';
  }
}

/** Signs in with a new password. Links of earlier versions do not name the account. */
async function signIn(credentials: Credentials): Promise<void> {
  const answer = credentials.email === '' ? undefined : await login(credentials);
  if (answer?.ok !== true) return;
  keepToken(answer.value);
  navigate('/');
}

/** Page opened by the links in e-mails, where a user sets a password. */
export function SetPasswordPage() {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  const email = addressIn(token);
  const [isDone, setDone] = useState(false);
  const { isBusy, trouble, onSubmit } = useSubmit(
    async (field) => {
      const password = field('password');
      const answer = await resetPassword({ token, password });
      if (answer.ok) await signIn({ email, password });
      return answer;
    },
    () => setDone(true),
  );
  if (isDone) {
    return (
      <Entrance title={t('The password is set')}>
        <Text role="status">
          <Link href="/">{t('Sign in with it')}</Link>
        </Text>
      </Entrance>
    );
  }
  return (
    <Entrance title={t('Choose a password')} lead={t('The link you followed works once.')} trouble={trouble}>
      <form onSubmit={onSubmit} style={{ display: 'contents' }}>
        {/* Password managers store the password with this account. */}
        <input type="hidden" name="username" value={email} autoComplete="username" />
        <PasswordField isNew />
        <Button type="submit" size="md" loading={isBusy}>
          {t('Set the password')}
        </Button>
      </form>
    </Entrance>
  );
}
