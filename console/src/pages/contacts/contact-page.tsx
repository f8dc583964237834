import { Alert, Button, Group, SimpleGrid } from '@mantine/core';
import { IconPhoneOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { type Contact, useContact } from '../../server/contacts.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { ContactCalls } from './contact-calls.tsx';
import { ContactFacts, CustomFields } from './contact-facts.tsx';
import { ContactWishDialog } from './contact-wish.tsx';
import { type ContactAction, nameOf, wishesOf } from './contact-words.ts';

/** Page of one contact: stored data, whether they may be called, and their calls. */
export function ContactPage({ uuid }: { readonly uuid: string }) {
  const { data, isError, error, refetch } = useContact(uuid);
  if (data !== undefined) return <Known contact={data} />;
  if (!isError) return <PageSkeleton label={t('Loading the contact')} />;
  return (
    <>
      <PageHeading title={t('Contact')} lead={<Link href="/contacts">{t('All contacts')}</Link>} />
      <TroubleNotice title={t('Could not load this contact')} advice={error.message} onRetry={() => void refetch()} />
    </>
  );
}

function Known({ contact }: { readonly contact: Contact }) {
  const [wish, setWish] = useState<ContactAction>();
  const isAdmin = useMe().data?.role === 'admin';
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const done = async (sentence: string, isGone = false): Promise<void> => {
    await Promise.all(['contacts', 'suppressions'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    setWish(undefined);
    if (isGone) announcer.sayHere(sentence);
    else announcer.say(sentence);
  };
  const leave = async (): Promise<void> => {
    navigate('/contacts');
    await queries.invalidateQueries({ queryKey: ['contacts'] });
  };
  return (
    <>
      <PageHeading
        title={nameOf(contact)}
        lead={
          <>
            {contact.name !== null && <span className="figures">{contact.phone} · </span>}
            <Link href="/contacts">{t('All contacts')}</Link>
          </>
        }
        aside={
          <Group gap="sm">
            {[...wishesOf(contact), ...(isAdmin ? [['erase', t('Erase this person')] as const] : [])].map(
              ([kind, text]) => (
                <Button key={kind} variant={kind === 'call' ? 'filled' : 'default'} onClick={() => setWish(kind)}>
                  {text}
                </Button>
              ),
            )}
          </Group>
        }
      />
      <Announcement {...announcer} />
      {contact.opted_out && <OptedOut reason={contact.dnc_reason} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ContactFacts contact={contact} />
        <CustomFields contact={contact} />
      </SimpleGrid>
      <ContactCalls contact={contact} onTrouble={announcer.sayHere} />
      {wish !== undefined && (
        <ContactWishDialog
          wish={{ kind: wish, contact }}
          onCancel={() => setWish(undefined)}
          onDone={done}
          onDeleted={leave}
        />
      )}
    </>
  );
}

const OptedOut = ({ reason }: { readonly reason: string | null }) => (
  <Alert
    color="orange"
    variant="light"
    mb="md"
    title={t('Opted out')}
    icon={<IconPhoneOff aria-hidden />}
    styles={{ title: { color: 'var(--mantine-color-text)' } }}
  >
    {rich(
      '{value} Campaigns and teammates cannot call this number. An admin can allow calls again in the do-not-call list of {link}.',
      {
        value: reason === null ? t('No reason was given.') : t('Reason: {reason}', { reason }),
        link: <Link href="/contacts">{t('Contacts')}</Link>,
      },
    )}
  </Alert>
);
