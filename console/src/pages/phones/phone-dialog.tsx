import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import { useMembers } from '../../server/organisation.ts';
import { addPhone, changePhone, type Phone, type PhoneWithPassword } from '../../server/phones.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { NameInput } from '../../shared/form/name-input.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';

interface PhoneDialogProps {
  /** A phone, or the name and extension that a new one begins with. */
  readonly phone: Phone | Pick<Phone, 'name' | 'extension'>;
  readonly onDone: (stored: Phone | PhoneWithPassword) => Promise<void>;
  readonly onCancel: () => void;
  /** More fields. */
  readonly children?: ReactNode;
}

/** Dialog that creates or edits a phone. */
export function PhoneDialog({ phone, onDone, onCancel, children }: PhoneDialogProps) {
  const isNew = !('uuid' in phone);
  const { goBack, cancel } = useGoBack(onCancel);
  const members = useMembers(true).data?.members ?? [];
  const { isBusy, trouble, faults, onSubmit } = useSubmit<Phone | PhoneWithPassword>(
    async (field) => {
      const user = field('user_uuid');
      const body = {
        name: field('name').trim(),
        extension: field('extension').trim(),
        user_uuid: user === '' ? null : user,
      };
      return isNew ? addPhone(body) : changePhone(phone.uuid, body);
    },
    (stored) => onDone(stored).then(goBack),
    ['name', 'extension', 'user_uuid'],
  );
  return (
    <FormDialog
      title={isNew ? t('Add phone') : t('Edit the phone')}
      action={isNew ? t('Add') : t('Save')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <NameInput
        description={t('Where the phone stands, or whose it is.')}
        defaultValue={phone.name}
        error={faults.name}
        maxLength={100}
        data-autofocus
      />
      <TextInput
        label={t('Extension')}
        description={t('Two to six digits. Other phones of the organisation dial it.')}
        name="extension"
        inputMode="numeric"
        defaultValue={phone.extension}
        error={faults.extension}
        required
        withAsterisk={false}
        maxLength={6}
        styles={{ input: { maxWidth: 160 } }}
        autoComplete="off"
      />
      <NativeSelect
        label={t('Person')}
        name="user_uuid"
        defaultValue={isNew ? '' : (phone.user_uuid ?? '')}
        error={faults.user_uuid}
        data={[
          { value: '', label: t('Nobody') },
          ...members.map(({ user_uuid: value, name, email }) => ({ value, label: name ?? email })),
        ]}
      />
      {children}
    </FormDialog>
  );
}
