import { PasswordInput, TextInput } from '@mantine/core';

export const EmailField = () => (
  <TextInput
    label="E-mail address"
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
    label={isNew ? 'New password' : 'Password'}
    name="password"
    autoComplete={isNew ? 'new-password' : 'current-password'}
    required
    withAsterisk={false}
    maxLength={256}
    visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
    {...(isNew ? { minLength: 10, description: 'Ten characters or more.' } : {})}
  />
);
