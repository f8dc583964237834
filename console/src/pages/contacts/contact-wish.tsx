import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type Contact, changeContact, removeContact } from '../../server/contacts.ts';
import { eraseContact } from '../../server/retention.ts';
import { EraseDialog } from '../../shared/contacts/erase-dialog.tsx';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { CallContact } from './call-contact.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { type ContactAction, nameOf } from './contact-words.ts';

/** An action that the user chose for a contact. */
export interface ContactWish {
  readonly kind: ContactAction;
  readonly contact: Contact;
}

interface ContactWishDialogProps {
  readonly wish: ContactWish;
  readonly onCancel: () => void;
  /** `isGone`: the button that opened the dialog no longer exists. */
  readonly onDone: (sentence: string, isGone?: boolean) => Promise<void>;
  /** Called when the contact no longer exists. */
  readonly onDeleted: (sentence: string) => Promise<void>;
}

/** Dialog that confirms an action on a contact. Mounted only while open. */
export function ContactWishDialog({ wish: { kind, contact }, onCancel, onDone, onDeleted }: ContactWishDialogProps) {
  const [reason, setReason] = useState('');
  const name = nameOf(contact);
  switch (kind) {
    case 'edit':
      return (
        <ContactDialog
          contact={contact}
          onCancel={onCancel}
          onDone={(stored) => onDone(t('{stored} was stored.', { stored }))}
        />
      );
    case 'call':
      return <CallContact contact={contact} onCancel={onCancel} onDone={(sentence) => onDone(sentence, true)} />;
    case 'opt_out':
      return (
        <Confirm
          title={t('Opt {name} out?', { name })}
          action={t('Opt out')}
          send={() =>
            changeContact(contact.uuid, {
              opted_out: true,
              ...(reason.trim() === '' ? {} : { dnc_reason: reason.trim() }),
            })
          }
          onCancel={onCancel}
          onGone={() => onDeleted(t('{name} was deleted.', { name }))}
          onDone={() => onDone(t('{name} is not called any more.', { name }), true)}
        >
          <Text mb="md">{t('They are not called any more, whatever is imported or added about them later.')}</Text>
          <TextInput
            label={t('Reason (optional)')}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            maxLength={200}
            autoComplete="off"
          />
        </Confirm>
      );
    case 'erase':
      return (
        <EraseDialog
          name={name}
          phone={contact.phone}
          send={() => eraseContact(contact.uuid)}
          onCancel={onCancel}
          onErased={() => onDeleted(t('{name} was erased.', { name }))}
        />
      );
    case 'delete':
      return (
        <Confirm
          title={t('Delete {name}?', { name })}
          action={t('Delete')}
          send={() => removeContact(contact.uuid)}
          onCancel={onCancel}
          onGone={() => onDeleted(t('{name} was gone already.', { name }))}
          onDone={() => onDeleted(t('{name} was deleted.', { name }))}
        >
          {t(
            'This deletes everything stored about the contact and cannot be undone. A number that opted out stays on the do-not-call list.',
          )}
        </Confirm>
      );
  }
}
