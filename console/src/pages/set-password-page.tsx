import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { resetPassword } from '../account/requests.ts';
import { useSubmit } from '../account/use-submit.ts';
import { PasswordField } from '../components/account-fields.tsx';
import { Entrance } from '../components/entrance.tsx';
import { Link } from '../router.tsx';

/** Where the links of letters lead. */
export function SetPasswordPage() {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  const [isDone, setDone] = useState(false);
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field) => resetPassword({ token, password: field('password') }),
    () => setDone(true),
  );
  if (isDone) {
    return (
      <Entrance title="The password is set">
        <Text role="status">
          <Link href="/">Sign in with it</Link>
        </Text>
      </Entrance>
    );
  }
  return (
    <Entrance title="Choose a password" lead="The link you followed works once." trouble={trouble}>
      <form onSubmit={onSubmit} style={{ display: 'contents' }}>
        <PasswordField isNew />
        <Button type="submit" size="md" loading={isBusy}>
          Set the password
        </Button>
      </form>
    </Entrance>
  );
}
