import { Button, Group, Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { Confirm } from '../components/confirm.tsx';
import { useListAddress } from '../components/data-table/use-list-address.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { type Contact, changeContact, removeContact } from '../server/contacts.ts';
import { BulkActions } from './bulk.tsx';
import { CallContact } from './call-contact.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactList, type ContactWish } from './contact-list.tsx';
import { nameOf } from './contact-words.ts';
import { DoNotCall } from './do-not-call.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { outcomeText } from './import-outcome.tsx';
import { type Importing, useImporting } from './use-importing.ts';

type Wish = { readonly kind: 'add' | 'import' } | { readonly kind: ContactWish; readonly contact: Contact };

/** The people who are called. */
export function ContactsPage() {
  const address = useListAddress('/contacts');
  const [selected, select] = useState<ReadonlyMap<string, Contact>>(new Map());
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<Wish>();
  const importing = useImporting((report) => {
    void refresh();
    if (wish?.kind !== 'import') announcer.say(`The import has finished. ${outcomeText(report)}`);
  });
  const refresh = async (): Promise<void> => {
    await Promise.all(['contacts', 'suppressions'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  };
  const done = async (sentence: string, isGone = false): Promise<void> => {
    await refresh();
    setWish(undefined);
    if (isGone) announcer.sayHere(sentence);
    else announcer.say(sentence);
  };
  return (
    <>
      <PageHeading
        title="Contacts"
        lead="Everyone you can call, one entry per number."
        aside={
          <Group gap="sm">
            <Button variant="default" onClick={() => setWish({ kind: 'import' })}>
              Import
            </Button>
            <Button onClick={() => setWish({ kind: 'add' })}>Add a contact</Button>
          </Group>
        }
      />
      <Announcement {...announcer} />
      {importing.isRunning && wish?.kind !== 'import' && (
        <Running importing={importing} onShow={() => setWish({ kind: 'import' })} />
      )}
      <ContactList
        address={address}
        selected={selected}
        onSelect={select}
        bulk={
          <BulkActions
            contacts={[...selected.values()]}
            onDone={async (sentence) => {
              select(new Map());
              await done(sentence, true);
            }}
          />
        }
        onWish={(kind, contact) => setWish({ kind, contact })}
        onTrouble={announcer.sayHere}
      />
      <DoNotCall onRemoved={(phone) => done(`${phone} may be called again.`, true)} />
      {wish?.kind === 'import' && <ImportDialog importing={importing} onClose={() => setWish(undefined)} />}
      {(wish?.kind === 'add' || wish?.kind === 'edit') && (
        <ContactDialog
          contact={'contact' in wish ? wish.contact : undefined}
          onCancel={() => setWish(undefined)}
          onDone={(name) => done(`${name} was stored.`)}
        />
      )}
      {wish?.kind === 'call' && (
        <CallContact contact={wish.contact} onCancel={() => setWish(undefined)} onDone={(said) => done(said, true)} />
      )}
      {wish?.kind === 'opt_out' && (
        <Confirm
          title={`Opt ${nameOf(wish.contact)} out?`}
          action="Opt out"
          send={() => changeContact(wish.contact.uuid, { opted_out: true })}
          onCancel={() => setWish(undefined)}
          onGone={() => done(`${nameOf(wish.contact)} was deleted.`, true)}
          onDone={() => done(`${nameOf(wish.contact)} is not called any more.`, true)}
        >
          They are not called any more, whatever is imported or added about them later.
        </Confirm>
      )}
      {wish?.kind === 'delete' && (
        <Confirm
          title={`Delete ${nameOf(wish.contact)}?`}
          action="Delete"
          send={() => removeContact(wish.contact.uuid)}
          onCancel={() => setWish(undefined)}
          onGone={() => done(`${nameOf(wish.contact)} was gone already.`, true)}
          onDone={() => done(`${nameOf(wish.contact)} was deleted.`, true)}
        >
          This deletes everything stored about the contact and cannot be undone. A number that opted out stays on the
          do-not-call list.
        </Confirm>
      )}
    </>
  );
}

/** An import whose dialog was closed. */
const Running = ({ importing, onShow }: { readonly importing: Importing; readonly onShow: () => void }) => (
  <Paper className="surface" p="sm" mb="md">
    <Group justify="space-between" gap="sm">
      <Text>
        Import in progress{importing.report && `: ${importing.report.rows.toLocaleString('en')} rows read so far`}.
      </Text>
      <Button variant="default" size="compact-sm" onClick={onShow}>
        Show the import
      </Button>
    </Group>
  </Paper>
);
