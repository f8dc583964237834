import { Button, Group, Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import type { Contact } from '../../server/contacts.ts';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { BulkActions } from './bulk.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactList } from './contact-list.tsx';
import { type ContactWish, ContactWishDialog } from './contact-wish.tsx';
import { DoNotCall } from './do-not-call.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { outcomeText } from './import-outcome.tsx';
import { type Importing, useImporting } from './use-importing.ts';

type Wish = { readonly kind: 'add' | 'import' } | ContactWish;

/** Page of contacts. */
export function ContactsPage() {
  const address = useListAddress('/contacts');
  const [selected, select] = useState<ReadonlyMap<string, Contact>>(new Map());
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<Wish>();
  const importing = useImporting((report) => {
    void refresh();
    if (wish?.kind !== 'import') announcer.say(t('The import has finished. {report}', { report: outcomeText(report) }));
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
        title={t('Contacts')}
        lead={t('Everyone you can call, one entry per number.')}
        aside={
          <Group gap="sm">
            <Button variant="default" onClick={() => setWish({ kind: 'import' })}>
              {t('Import')}
            </Button>
            <Button onClick={() => setWish({ kind: 'add' })}>{t('Add a contact')}</Button>
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
      <DoNotCall onRemoved={(phone) => done(t('{phone} may be called again.', { phone }), true)} />
      {wish?.kind === 'import' && <ImportDialog importing={importing} onClose={() => setWish(undefined)} />}
      {wish?.kind === 'add' && (
        <ContactDialog
          contact={undefined}
          onCancel={() => setWish(undefined)}
          onDone={(name) => done(t('{name} was stored.', { name }))}
        />
      )}
      {wish !== undefined && 'contact' in wish && (
        <ContactWishDialog
          wish={wish}
          onCancel={() => setWish(undefined)}
          onDone={done}
          onDeleted={(sentence) => done(sentence, true)}
        />
      )}
    </>
  );
}

/** Progress of an import whose dialog is closed. */
const Running = ({ importing, onShow }: { readonly importing: Importing; readonly onShow: () => void }) => (
  <Paper className="surface" p="sm" mb="md">
    <Group justify="space-between" gap="sm">
      <Text>
        {rich('Import in progress{report}.', {
          report:
            importing.report &&
            t(': {rows, plural, one {# row} other {# rows}} read so far', { rows: importing.report.rows }),
        })}
      </Text>
      <Button variant="default" size="compact-sm" onClick={onShow}>
        {t('Show the import')}
      </Button>
    </Group>
  </Paper>
);
