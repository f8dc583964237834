import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSubmit } from '../account/use-submit.ts';
import { addContact, type Contact, changeContact } from '../server/contacts.ts';
import { TroubleLine } from './trouble-line.tsx';

interface ContactDialogProps {
  /** Undefined for a new one. */
  readonly contact: Contact | undefined;
  readonly onDone: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Adds or changes a contact. Mounted while it asks; afterwards the focus goes back. */
export function ContactDialog({ contact, onDone, onCancel }: ContactDialogProps) {
  const [opener] = useState(() => document.activeElement);
  const goBack = (): void => {
    if (opener instanceof HTMLElement) opener.focus();
  };
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field) => {
      const given = {
        phone: field('phone').trim(),
        name: orNull(field('name')),
        email: orNull(field('email')),
        tags: tagsIn(field('tags')),
      };
      return contact === undefined ? addContact(given) : changeContact(contact.uuid, given);
    },
    (stored) => void onDone(stored.name ?? stored.phone).then(goBack),
  );
  const cancel = (): void => {
    onCancel();
    goBack();
  };
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <Modal
      opened
      onClose={cancel}
      title={contact === undefined ? 'Add a contact' : 'Edit the contact'}
      centered
      // Locking would add a style without the page's nonce.
      lockScroll={false}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TroubleLine text={trouble} />
      <form onSubmit={onSubmit}>
        <Stack gap="sm">
          <TextInput
            {...plain}
            label="Phone number"
            description="With its country code: +12025550143"
            name="phone"
            type="tel"
            defaultValue={contact?.phone ?? ''}
            required
            withAsterisk={false}
            maxLength={40}
            data-autofocus
          />
          <TextInput {...plain} label="Name" name="name" defaultValue={contact?.name ?? ''} maxLength={120} />
          <TextInput {...plain} label="E-mail" name="email" defaultValue={contact?.email ?? ''} maxLength={254} />
          <TextInput
            {...plain}
            label="Tags"
            description="With commas between: City:Pune, Plan:Gold"
            name="tags"
            defaultValue={contact?.tags.join(', ') ?? ''}
          />
        </Stack>
        <Group mt="lg" justify="flex-end" gap="sm">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {contact === undefined ? 'Add' : 'Save'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
