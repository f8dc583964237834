import { Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { t } from '../../../language/text.ts';
import type { Trunk } from '../../../server/sip-trunks.ts';

export const limitFields = [
  'allowed_addresses',
  'allowed_countries',
  'max_calls',
  'calls_per_minute',
  'number_prefix',
  'outbound_proxy',
  'auth_username',
  'encrypted_audio',
  'wideband_audio',
  'transfers',
] as const;

interface TrunkLimitFieldsProps {
  readonly trunk: Trunk | undefined;
  readonly faults: Readonly<Record<string, string>>;
}

/** The settings of a trunk that have usual values. They open on a mistake in one of them. */
export function TrunkLimitFields({ trunk, faults }: TrunkLimitFieldsProps) {
  const isWrong = limitFields.some((name) => faults[name] !== undefined);
  const field = (name: (typeof limitFields)[number]) => ({ name, error: faults[name], autoComplete: 'off' });
  const count = { inputMode: 'numeric', styles: { input: { maxWidth: 160 } } } as const;
  return (
    <details open={isWrong || undefined}>
      <Text component="summary" size="sm" fw={600}>
        {t('Limits and addresses')}
      </Text>
      <Stack gap="sm" mt="sm">
        <TextInput
          label={t('Countries that may be called')}
          description={t('Codes of two letters, such as US, CA. Without any, the country of the phone number.')}
          defaultValue={trunk?.allowed_countries.join(', ') ?? ''}
          {...field('allowed_countries')}
        />
        <TextInput
          label={t('Calls at once')}
          defaultValue={trunk?.max_calls ?? 10}
          {...count}
          {...field('max_calls')}
        />
        <TextInput
          label={t('Calls a minute')}
          defaultValue={trunk?.calls_per_minute ?? 60}
          {...count}
          {...field('calls_per_minute')}
        />
        <NativeSelect
          label={t('Dialled numbers begin with')}
          defaultValue={trunk?.number_prefix ?? '+'}
          data={[
            { value: '+', label: '+' },
            { value: '00', label: '00' },
            { value: '', label: t('the country code alone') },
          ]}
          {...field('number_prefix')}
        />
        <Textarea
          label={t('Addresses that may call')}
          description={t('Addresses or networks of a line that does not register, one a line, such as 192.0.2.0/24.')}
          defaultValue={trunk?.allowed_addresses.join('\n') ?? ''}
          autosize
          minRows={2}
          {...field('allowed_addresses')}
        />
        <TextInput
          label={t('Outbound proxy')}
          description={t('Receives requests in place of the server.')}
          defaultValue={trunk?.outbound_proxy ?? ''}
          {...field('outbound_proxy')}
        />
        <TextInput
          label={t('Authentication name')}
          description={t('Only if it is not the user name, such as the authentication ID of 3CX.')}
          defaultValue={trunk?.auth_username ?? ''}
          {...field('auth_username')}
        />
        <Checkbox
          label={t('Encrypt the audio of calls')}
          description={t('Needs the transport TLS. Calls that do not agree to SRTP are ended.')}
          name="encrypted_audio"
          defaultChecked={trunk?.encrypted_audio ?? false}
          error={faults.encrypted_audio}
        />
        <Checkbox
          label={t('Prefer wideband audio (G.722)')}
          name="wideband_audio"
          defaultChecked={trunk?.wideband_audio ?? false}
          error={faults.wideband_audio}
        />
        <Checkbox
          label={t('The line connects transferred calls itself (REFER)')}
          description={t('If it refuses, this server connects them, as it does without this.')}
          name="transfers"
          defaultChecked={trunk?.transfers === 'refer'}
          error={faults.transfers}
        />
      </Stack>
    </details>
  );
}
