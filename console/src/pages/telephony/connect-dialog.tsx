import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import type { Connection } from '../../server/answers.ts';
import { connectProvider } from '../../server/telephony.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';

interface ConnectDialogProps {
  readonly connection: Connection;
  /** `key`: the signing key that was entered, which is not shown again. */
  readonly onDone: (key: string | undefined) => Promise<void>;
  readonly onCancel: () => void;
}

/** Dialog for the credentials of a provider. Mounted only while open; returns the focus on cancel. */
export function ConnectDialog({ connection, onDone, onCancel }: ConnectDialogProps) {
  const { provider, display_name: name, form, auth_id: authId, phone_number: phoneNumber } = connection;
  const signingKeyLabel = form?.signing_key_label ?? null;
  const defaultUrl = connection.endpoint?.default_url ?? null;
  const { cancel } = useGoBack(onCancel);
  const [generated, setGenerated] = useState('');
  const enteredKey = useRef<string>(undefined);
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    (field) => {
      enteredKey.current = signingKeyLabel === null ? undefined : field('signing_key').trim();
      return connectProvider(provider, {
        auth_id: field('auth_id').trim(),
        auth_token: field('auth_token').trim(),
        ...(signingKeyLabel === null ? {} : { signing_key: field('signing_key').trim() }),
        ...(defaultUrl === null ? {} : { base_url: field('base_url').trim() }),
        phone_number: field('phone_number').replaceAll(/[\s().-]/g, ''),
      });
    },
    () => onDone(enteredKey.current),
    ['base_url', 'auth_id', 'auth_token', 'signing_key', 'phone_number'],
  );
  const plain = { required: true, withAsterisk: false, autoComplete: 'off', spellCheck: false } as const;
  return (
    <FormDialog
      title={t('Connect {name}', { name })}
      action={t('Connect')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      {defaultUrl !== null && (
        <TextInput
          {...plain}
          label={t('Server URL')}
          description={t(
            'Where Parley reaches it: {url} on the machine of this server, or https:// and its public name.',
            {
              url: defaultUrl,
            },
          )}
          name="base_url"
          error={faults.base_url}
          defaultValue={connection.base_url ?? defaultUrl}
          maxLength={512}
        />
      )}
      <TextInput
        {...plain}
        label={form?.id_label ?? t('Auth ID')}
        description={form?.id_hint}
        name="auth_id"
        error={faults.auth_id}
        defaultValue={authId ?? ''}
        maxLength={256}
        data-autofocus
      />
      <PasswordInput
        {...plain}
        label={form?.token_label ?? t('Auth token')}
        description={t('Stored encrypted and never shown again.')}
        name="auth_token"
        error={faults.auth_token}
        // Otherwise the browser suggests the signed-in user's own password.
        autoComplete="new-password"
        maxLength={8192}
        visibilityToggleButtonProps={{ 'aria-label': t('Show the token') }}
      />
      {signingKeyLabel !== null && (
        <TextInput
          {...plain}
          label={signingKeyLabel}
          description={form?.signing_key_hint}
          name="signing_key"
          error={faults.signing_key}
          maxLength={1024}
          key={generated}
          defaultValue={generated}
          rightSectionWidth="auto"
          rightSection={
            form?.signing_key_is_chosen === true && (
              <Button variant="subtle" size="compact-sm" mr={4} onClick={() => setGenerated(newKey())}>
                {t('Generate')}
              </Button>
            )
          }
        />
      )}
      <TextInput
        {...plain}
        label={t('Phone number')}
        description={t('The number that calls come from, with its country code: +12025550143')}
        name="phone_number"
        error={faults.phone_number}
        type="tel"
        defaultValue={phoneNumber ?? ''}
        maxLength={32}
      />
    </FormDialog>
  );
}

const keyLetters = 32;

/** Returns random letters and digits, about 5 bits each. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(keyLetters))]
    .map((value) => 'abcdefghijkmnpqrstuvwxyz23456789'[value % 32])
    .join('');
