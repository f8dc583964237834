import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { resetPassword } from '../../shared/account/requests.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { PasswordField } from './account-fields.tsx';
import { Entrance } from './entrance.tsx';

/** Page opened by the links in e-mails, where a user sets a password. */
export function SetPasswordPage() {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  const [isDone, setDone] = useState(false);
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field) => resetPassword({ token, password: field('password') }),
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
        <PasswordField isNew />
        <Button type="submit" size="md" loading={isBusy}>
          {t('Set the password')}
        </Button>
      </form>
    </Entrance>
  );
}
