import { Button, Group, Text } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import type { Contact } from '../../server/contacts.ts';
import { callContact } from '../../server/live-calls.ts';
import { useTeammates } from '../../server/queues.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Dialog, useGoBack } from '../../shared/dialog/dialog.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { nameOf } from './contact-words.ts';

interface CallContactProps {
  readonly contact: Contact;
  readonly onDone: (sentence: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Dialog that confirms calling a contact, before the user's own phone rings. Mounted only while open. */
export function CallContact({ contact, onDone, onCancel }: CallContactProps) {
  const email = useMe().data?.email;
  const { data } = useTeammates();
  const own = data?.phone_numbers.find((one) => one.email === email)?.phone_number;
  if (data !== undefined && own === undefined) return <NoNumber onCancel={onCancel} />;
  return (
    <Confirm
      title={t('Call {contact}?', { contact: nameOf(contact) })}
      action={t('Call')}
      isHarmless
      send={() => callContact(contact.uuid)}
      onCancel={onCancel}
      onDone={() =>
        onDone(
          t('Your phone {own} rings: pick up, and {contact} is dialled.', { own: own ?? '', contact: nameOf(contact) }),
        )
      }
      onGone={() => onDone(t('{contact} was deleted already.', { contact: nameOf(contact) }))}
    >
      {rich(
        'Your own phone{own} rings first; {phone} is dialled once you pick up. The call is recorded, and listed among the calls.',
        { own: own !== undefined && ` ${own}`, phone: contact.phone },
      )}
    </Confirm>
  );
}

function NoNumber({ onCancel }: { readonly onCancel: () => void }) {
  const { cancel: close } = useGoBack(onCancel);
  return (
    <Dialog title={t('You have no phone number here yet')} onClose={close}>
      <Text>
        {rich(
          'Your own phone rings before a contact is dialled, and it is not known at which number. An admin can enter it at {link}.',
          { link: <Link href="/queues">{t('Queues')}</Link> },
        )}
      </Text>
      <Group mt="lg" justify="flex-end">
        <Button onClick={close} data-autofocus>
          {t('Close')}
        </Button>
      </Group>
    </Dialog>
  );
}
