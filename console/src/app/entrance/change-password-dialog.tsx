import { Checkbox, PasswordInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { dropToken, readToken } from '../../server/token.ts';
import { changePassword } from '../../shared/account/requests.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { PasswordField } from './account-fields.tsx';

/** Changes the password of the signed-in user. Every session ends, so the sign-in page follows. */
export function ChangePasswordDialog({ onCancel }: { readonly onCancel: () => void }) {
  const { cancel } = useGoBack(onCancel);
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field, form) =>
      changePassword({
        current_password: field('current'),
        password: field('password'),
        keep_api_keys: !form.has('revokes_keys'),
      }),
    () => {
      const token = readToken();
      if (token !== undefined) dropToken(token);
    },
  );
  return (
    <FormDialog
      title={t('Change your password')}
      action={t('Change password')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <PasswordInput
        label={t('Current password')}
        name="current"
        autoComplete="current-password"
        required
        withAsterisk={false}
        maxLength={256}
        visibilityToggleButtonProps={{ 'aria-label': t('Show the current password'), tabIndex: 0 }}
        data-autofocus
      />
      <PasswordField isNew />
      <Checkbox
        name="revokes_keys"
        defaultChecked
        label={t('Revoke my API keys')}
        description={t('Programs that use them are refused immediately. Clear this only if nobody else has seen them.')}
      />
    </FormDialog>
  );
}
