import { TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { addContact, type Contact, changeContact, useTags } from '../../server/contacts.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { KnownList } from '../../shared/form/known-list.tsx';
import { tagsIn } from '../../shared/form/tags-in.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';

interface ContactDialogProps {
  /** Undefined for a new contact. */
  readonly contact: Contact | undefined;
  readonly onDone: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Dialog that adds or edits a contact. Mounted only while open; returns the focus afterwards. */
export function ContactDialog({ contact, onDone, onCancel }: ContactDialogProps) {
  const { goBack, cancel } = useGoBack(onCancel);
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    (field) => {
      const given = {
        phone: field('phone').trim(),
        name: orNull(field('name')),
        email: orNull(field('email')),
        tags: tagsIn(field('tags')),
      };
      return contact === undefined ? addContact(given) : changeContact(contact.uuid, given);
    },
    (stored) => onDone(stored.name ?? stored.phone).then(goBack),
    ['phone', 'name', 'email', 'tags'],
  );
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <FormDialog
      title={contact === undefined ? t('Add a contact') : t('Edit the contact')}
      action={contact === undefined ? t('Add') : t('Save')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <TextInput
        {...plain}
        label={t('Phone number')}
        description={t('With its country code: +12025550143')}
        name="phone"
        type="tel"
        defaultValue={contact?.phone ?? ''}
        required
        withAsterisk={false}
        maxLength={40}
        error={faults.phone}
        data-autofocus
      />
      <TextInput
        {...plain}
        label={t('Name')}
        name="name"
        defaultValue={contact?.name ?? ''}
        maxLength={120}
        error={faults.name}
      />
      <TextInput
        {...plain}
        label={t('E-mail')}
        name="email"
        defaultValue={contact?.email ?? ''}
        maxLength={254}
        error={faults.email}
      />
      <KnownList
        {...plain}
        known={useTags().data?.tags ?? []}
        separator=","
        label={t('Tags')}
        description={t('With commas between: City:Pune, Plan:Gold')}
        name="tags"
        defaultValue={contact?.tags.join(', ') ?? ''}
        error={faults.tags}
      />
    </FormDialog>
  );
}
