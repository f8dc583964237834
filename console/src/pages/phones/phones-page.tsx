import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../../language/text.ts';
import { type Phone, type PhoneWithPassword, removePhone, renewPassword, usePhones } from '../../server/phones.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { redirect, useSearch } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { NewPhoneDialog } from './new-phone-dialog.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { NewPhoneData, PhonesOff } from './phone-setup.tsx';
import { PhoneTable, type PhoneWish } from './phone-table.tsx';
import { TrunksSection } from './trunks/trunks-section.tsx';

type Wish = { readonly kind: 'add' } | { readonly kind: PhoneWish; readonly phone: Phone };

/** Page of the telephones that register with this server. */
export function PhonesPage() {
  const isAdmin = useMe().data?.role === 'admin';
  const query = usePhones();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<Wish>();
  const [created, setCreated] = useState<PhoneWithPassword>();
  const server = query.data?.server;
  const asked = useSearch();
  useEffect(() => {
    if (asked !== 'new') return;
    setWish({ kind: 'add' });
    redirect('/phones');
  }, [asked]);
  const refresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['phones'] });
  };
  const stored = async (phone: Phone | PhoneWithPassword): Promise<void> => {
    await refresh();
    setWish(undefined);
    if ('sip_password' in phone) setCreated(phone);
    else announcer.say(t('“{name}” was stored.', { name: phone.name }));
  };
  const deleted = async (name: string, sentence: string): Promise<void> => {
    await refresh();
    setWish(undefined);
    if (created?.name === name) setCreated(undefined);
    announcer.sayHere(sentence);
  };
  return (
    <>
      <PageHeading
        title={t('Phones')}
        help="phones"
        lead={t('Telephones and softphones that register with this server. They call your agents and each other.')}
        aside={isAdmin && <Button onClick={() => setWish({ kind: 'add' })}>{t('Add phone')}</Button>}
      />
      <Announcement {...announcer} />
      {server?.is_on === false && <PhonesOff />}
      {created !== undefined && <NewPhoneData phone={created} server={server} onClose={() => setCreated(undefined)} />}
      <PhoneTable
        query={query}
        empty={<NoPhones mayWrite={isAdmin} />}
        onWish={isAdmin ? (kind, phone) => setWish({ kind, phone }) : undefined}
        onTrouble={announcer.sayHere}
      />
      {isAdmin && <TrunksSection isOn={server?.is_on !== false} onDone={announcer.sayHere} />}
      {wish?.kind === 'add' && isAdmin && query.data !== undefined && (
        <NewPhoneDialog
          phones={query.data.phones}
          onCancel={() => setWish(undefined)}
          onDone={stored}
          onTrouble={announcer.say}
        />
      )}
      {wish?.kind === 'edit' && <PhoneDialog phone={wish.phone} onCancel={() => setWish(undefined)} onDone={stored} />}
      {wish?.kind === 'password' && (
        <Confirm
          title={t('New password for “{name}”?', { name: wish.phone.name })}
          action={t('Create password')}
          isHarmless
          send={async () => {
            const answer = await renewPassword(wish.phone.uuid);
            if (answer.ok) setCreated(answer.value);
            return answer;
          }}
          onCancel={() => setWish(undefined)}
          onDone={async () => {
            await refresh();
            setWish(undefined);
          }}
          onGone={() => deleted(wish.phone.name, t('“{name}” was deleted already.', { name: wish.phone.name }))}
        >
          {t('The old password stops working, so the phone must be set up again.')}
        </Confirm>
      )}
      {wish?.kind === 'delete' && (
        <Confirm
          title={t('Delete “{name}”?', { name: wish.phone.name })}
          action={t('Delete')}
          send={() => removePhone(wish.phone.uuid)}
          onCancel={() => setWish(undefined)}
          onDone={() => deleted(wish.phone.name, t('“{name}” was deleted.', { name: wish.phone.name }))}
          onGone={() => deleted(wish.phone.name, t('“{name}” was deleted already.', { name: wish.phone.name }))}
        >
          {t('The phone can no longer register. Its calls stay in the list of calls.')}
        </Confirm>
      )}
    </>
  );
}

const NoPhones = ({ mayWrite }: { readonly mayWrite: boolean }) => (
  <>
    <Text fw={600}>{t('No phones yet')}</Text>
    <Text className="quiet" mt={4}>
      {mayWrite
        ? t('Add one, type its data into a softphone, and dial the extension of an inbound campaign.')
        : t('Ask an admin to add one.')}
    </Text>
  </>
);
