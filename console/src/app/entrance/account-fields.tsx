import { PasswordInput, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';

export const EmailField = () => (
  <TextInput
    label={t('E-mail address')}
    name="email"
    type="email"
    autoComplete="username"
    required
    maxLength={254}
    withAsterisk={false}
  />
);

export const PasswordField = ({ isNew = false }: { readonly isNew?: boolean }) => (
  <PasswordInput
    label={isNew ? t('New password') : t('Password')}
    name="password"
    autoComplete={isNew ? 'new-password' : 'current-password'}
    required
    withAsterisk={false}
    maxLength={256}
    visibilityToggleButtonProps={{ 'aria-label': t('Show the password'), tabIndex: 0 }}
    {...(isNew ? { minLength: 10, description: t('Ten characters or more.') } : {})}
  />
);
