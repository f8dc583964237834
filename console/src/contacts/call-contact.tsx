import { Button, Group, Text } from '@mantine/core';
import { useMe } from '../account/use-account.ts';
import { Confirm } from '../components/confirm.tsx';
import { Dialog, useGoBack } from '../components/dialog.tsx';
import { Link } from '../frame/router.tsx';
import type { Contact } from '../server/contacts.ts';
import { callContact } from '../server/live-calls.ts';
import { useTeammates } from '../server/queues.ts';
import { nameOf } from './contact-words.ts';

interface CallContactProps {
  readonly contact: Contact;
  readonly onDone: (sentence: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks before one's own phone rings. Mounted while it asks. */
export function CallContact({ contact, onDone, onCancel }: CallContactProps) {
  const email = useMe().data?.email;
  const { data } = useTeammates();
  const own = data?.phone_numbers.find((one) => one.email === email)?.phone_number;
  if (data !== undefined && own === undefined) return <NoNumber onCancel={onCancel} />;
  return (
    <Confirm
      title={`Call ${nameOf(contact)}?`}
      action="Call"
      isHarmless
      send={() => callContact(contact.uuid)}
      onCancel={onCancel}
      onDone={() => onDone(`Your phone ${own ?? ''} rings: pick up, and ${nameOf(contact)} is dialled.`)}
      onGone={() => onDone(`${nameOf(contact)} was deleted already.`)}
    >
      Your own phone{own !== undefined && ` ${own}`} rings first; {contact.phone} is dialled once you pick up. The call
      is recorded, and listed among the calls.
    </Confirm>
  );
}

function NoNumber({ onCancel }: { readonly onCancel: () => void }) {
  const { cancel: close } = useGoBack(onCancel);
  return (
    <Dialog title="You have no phone number here yet" onClose={close}>
      <Text>
        Your own phone rings before a contact is dialled, and it is not known at which number. An admin can enter it at{' '}
        <Link href="/queues">Queues</Link>.
      </Text>
      <Group mt="lg" justify="flex-end">
        <Button onClick={close} data-autofocus>
          Close
        </Button>
      </Group>
    </Dialog>
  );
}
