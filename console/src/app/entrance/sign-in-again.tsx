import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '../../language/text.ts';
import { forgetLapsed, keepToken } from '../../server/token.ts';
import { login, type Me } from '../../shared/account/requests.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { PasswordField } from './account-fields.tsx';
import styles from './sign-in-again.module.css';

/**
 * Asks for the password over the page when a session has ended, so that nothing typed is lost. Only the same person can
 * go on: somebody else starts with an empty page.
 */
export function SignInAgain({ me }: { readonly me: Me }) {
  const queries = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field) => login({ email: me.email, password: field('password') }),
    (signedIn) => {
      queries.setQueryData(['me', signedIn.token], me);
      keepToken(signedIn);
      void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      void queries.invalidateQueries({ queryKey: ['me'] });
    },
  );
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const leave = (): void => {
    forgetLapsed();
    queries.clear();
  };
  return (
    <dialog
      ref={dialog}
      className={`surface ${styles.dialog}`}
      aria-labelledby="sign-in-again"
      onCancel={(event) => event.preventDefault()}
    >
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <Title order={2} size="h3" id="sign-in-again">
            {t('Sign in again')}
          </Title>
          <Text>{t('Your session has ended. What you typed is still there.')}</Text>
          {trouble !== undefined && (
            <Alert color="red" variant="light" role="alert">
              {trouble}
            </Alert>
          )}
          <Text size="sm" className="quiet" style={{ overflowWrap: 'anywhere' }}>
            {me.email}
          </Text>
          {/* Password managers fill in the password of this account. */}
          <input type="hidden" name="username" value={me.email} autoComplete="username" />
          <PasswordField />
          <Group justify="space-between" gap="sm">
            <Button variant="subtle" onClick={leave}>
              {t('Sign in as somebody else')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('Sign in')}
            </Button>
          </Group>
        </Stack>
      </form>
    </dialog>
  );
}
