import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { Confirm } from '../components/confirm.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { Link, navigate } from '../frame/router.tsx';
import { type Contact, changeContact, removeContact, useContacts } from '../server/contacts.ts';
import { CallContact } from './call-contact.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactTable, type ContactWish, nameOf } from './contact-table.tsx';
import { DoNotCall } from './do-not-call.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { outcomeText } from './import-outcome.tsx';
import { type Importing, useImporting } from './use-importing.ts';

const pageSize = 20;

interface ContactsPageProps {
  readonly offset: number;
  readonly q: string;
  readonly tag: string;
}

type Wish = { readonly kind: 'add' | 'import' } | { readonly kind: ContactWish; readonly contact: Contact };

/** The people who are called. */
export function ContactsPage({ offset, q, tag }: ContactsPageProps) {
  const filter = { ...(q === '' ? {} : { q }), ...(tag === '' ? {} : { tag }) };
  const query = useContacts({ limit: pageSize, offset, ...filter });
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
  const total = query.data?.total ?? 0;
  const isFiltered = q !== '' || tag !== '';
  const search = new URLSearchParams(filter).toString();
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
      <SearchForm key={search} q={q} tag={tag} />
      <ContactTable
        query={query}
        contacts={query.data?.contacts ?? []}
        empty={<Nothing isFiltered={isFiltered} isPastEnd={total > 0} />}
        onWish={(kind, contact) => setWish({ kind, contact })}
      />
      <PagesOf
        path={search === '' ? '/contacts' : `/contacts?${search}`}
        total={total}
        pageSize={pageSize}
        offset={offset}
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
          onGone={() => done(`${nameOf(wish.contact)} is no contact any more.`, true)}
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
        An import is going on{importing.report && `: ${importing.report.rows.toLocaleString('en')} rows read so far`}.
      </Text>
      <Button variant="default" size="compact-sm" onClick={onShow}>
        Show the import
      </Button>
    </Group>
  </Paper>
);

function SearchForm({ q, tag }: { readonly q: string; readonly tag: string }) {
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const entries = ['q', 'tag'].map((name) => [name, String(form.get(name) ?? '').trim()] as const);
    const asked = new URLSearchParams(
      entries.filter(([, value]) => value !== '').map(([name, value]) => [name, value]),
    );
    navigate(asked.size === 0 ? '/contacts' : `/contacts?${asked}`);
  };
  return (
    <form onSubmit={onSubmit} aria-label="Find contacts">
      <Group mb="md" gap="sm" align="flex-end">
        <TextInput label="Name, e-mail or number" name="q" defaultValue={q} maxLength={100} autoComplete="off" />
        <TextInput
          label="Tag"
          placeholder="City:Pune"
          name="tag"
          defaultValue={tag}
          maxLength={150}
          autoComplete="off"
        />
        <Button type="submit" variant="default">
          Find
        </Button>
      </Group>
    </form>
  );
}

const Nothing = ({ isFiltered, isPastEnd }: { readonly isFiltered: boolean; readonly isPastEnd: boolean }) => (
  <>
    <Text fw={600}>{isFiltered || isPastEnd ? 'There are no contacts here' : 'No contacts yet'}</Text>
    <Text className="quiet" mt={4}>
      {isFiltered || isPastEnd ? <Link href="/contacts">Show all of them</Link> : 'Add one, or import a table of them.'}
    </Text>
  </>
);
