import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { t } from '../../../language/text.ts';
import { addTrunk, changeTrunk, type Trunk } from '../../../server/sip-trunks.ts';
import { useGoBack } from '../../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../../shared/form/use-submit.ts';
import { trunkBodyOf } from './trunk-body.ts';
import { limitFields, TrunkLimitFields } from './trunk-limit-fields.tsx';

interface TrunkDialogProps {
  /** Undefined for a new trunk. */
  readonly trunk: Trunk | undefined;
  readonly onDone: (stored: Trunk) => Promise<void>;
  readonly onCancel: () => void;
}

const shown = ['name', 'from_number', 'registrar', 'transport', 'username', 'password', 'register', ...limitFields];

/** Dialog that creates or edits a trunk. */
export function TrunkDialog({ trunk, onDone, onCancel }: TrunkDialogProps) {
  const { goBack, cancel } = useGoBack(onCancel);
  const { isBusy, trouble, faults, onSubmit } = useSubmit<Trunk>(
    async (field) => {
      const body = trunkBodyOf(field);
      return trunk === undefined ? addTrunk(body) : changeTrunk(trunk.uuid, body);
    },
    (stored) => onDone(stored).then(goBack),
    shown,
  );
  const text = (name: keyof Trunk & string) => ({
    name,
    defaultValue: String(trunk?.[name] ?? ''),
    error: faults[name],
    autoComplete: 'off',
  });
  return (
    <FormDialog
      title={trunk === undefined ? t('Add trunk') : t('Edit the trunk')}
      action={trunk === undefined ? t('Add') : t('Save')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <TextInput label={t('Name')} {...text('name')} required withAsterisk={false} maxLength={100} data-autofocus />
      <TextInput
        label={t('Server')}
        description={t('Domain or address of the PBX or the provider, with a port if it is not the usual one.')}
        placeholder="sip.example.com"
        {...text('registrar')}
        required
        withAsterisk={false}
        maxLength={260}
      />
      <TextInput
        label={t('Phone number')}
        description={t('With + and country code. Calls from it use this trunk, and the campaign with it answers.')}
        placeholder="+12025550146"
        inputMode="tel"
        {...text('from_number')}
        required
        withAsterisk={false}
        maxLength={30}
      />
      <TextInput
        label={t('User name')}
        description={t('The extension of the PBX, or the account of the line.')}
        {...text('username')}
        maxLength={100}
      />
      <PasswordInput
        label={t('Password')}
        description={trunk?.has_password === true ? t('Leave it empty to keep the stored password.') : undefined}
        name="password"
        error={faults.password}
        maxLength={200}
        autoComplete="new-password"
      />
      <Checkbox
        label={t('Register, so that calls reach this server')}
        description={t('Turn it off for a line that knows this server by its address.')}
        name="register"
        defaultChecked={trunk?.register ?? true}
        error={faults.register}
      />
      <NativeSelect
        label={t('Transport')}
        name="transport"
        defaultValue={trunk?.transport ?? 'udp'}
        error={faults.transport}
        data={['udp', 'tcp', 'tls'].map((value) => ({ value, label: value.toUpperCase() }))}
        styles={{ wrapper: { maxWidth: 160 } }}
      />
      <TrunkLimitFields trunk={trunk} faults={faults} />
    </FormDialog>
  );
}
