import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { Confirm } from '../components/confirm.tsx';
import { DocumentTable, type DocumentWish } from '../components/document-table.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { RenameDialog } from '../components/rename-dialog.tsx';
import { saveFile } from '../components/save-file.ts';
import { TroubleLine } from '../components/trouble-line.tsx';
import { UploadArea } from '../components/upload-area.tsx';
import { useUploads } from '../components/use-uploads.ts';
import { Link } from '../router.tsx';
import type { StoredDocument } from '../server/answers.ts';
import { askForDownload, removeDocument, useDocuments } from '../server/documents.ts';

const pageSize = 20;

/** The documents and recordings of who is signed in. */
export function DocumentsPage({ offset }: { readonly offset: number }) {
  const query = useDocuments({ limit: pageSize, offset });
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<{ readonly kind: DocumentWish; readonly document: StoredDocument }>();
  const [trouble, setTrouble] = useState<string>();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['documents'] });
  const uploads = useUploads((name) => {
    announcer.say(`${name} was stored.`);
    void refresh();
  });
  const done = async (text: string): Promise<void> => {
    await refresh();
    setWish(undefined);
    announcer.sayHere(text);
  };
  const total = query.data?.total ?? 0;

  const onWish = async (kind: DocumentWish, document: StoredDocument): Promise<void> => {
    setTrouble(undefined);
    if (kind !== 'download') return setWish({ kind, document });
    const answer = await askForDownload(document.uuid);
    if (answer.ok) {
      saveFile(answer.value.download_url, document.file_name);
      announcer.say(`${document.file_name} is on its way to your downloads.`);
    } else if (answer.status === 404) await done(`${document.title} was deleted already.`);
    else setTrouble(answer.detail);
  };
  return (
    <>
      <PageHeading
        title="Documents"
        lead="Your documents and recordings, for the agents that read and listen. Nobody else sees them."
      />
      <Announcement {...announcer} />
      <TroubleLine text={trouble} />
      <UploadArea uploads={uploads} />
      <DocumentTable
        query={query}
        documents={query.data?.documents ?? []}
        empty={<Nothing isPastEnd={total > 0} />}
        onWish={(kind, document) => void onWish(kind, document)}
      />
      <PagesOf path="/documents" total={total} pageSize={pageSize} offset={offset} />
      {wish?.kind === 'rename' && (
        <RenameDialog
          document={wish.document}
          onCancel={() => setWish(undefined)}
          onGone={() => done(`${wish.document.title} was deleted already.`)}
          onDone={async ({ title }) => {
            await refresh();
            setWish(undefined);
            announcer.say(`It is called ${title} now.`);
          }}
        />
      )}
      {wish?.kind === 'delete' && (
        <Confirm
          title={`Delete ${wish.document.title}?`}
          action="Delete"
          send={() => removeDocument(wish.document.uuid)}
          onCancel={() => setWish(undefined)}
          onDone={() => done(`${wish.document.title} was deleted.`)}
          onGone={() => done(`${wish.document.title} was deleted already.`)}
        >
          The file and everything made from it are gone then. This cannot be undone.
        </Confirm>
      )}
    </>
  );
}

const Nothing = ({ isPastEnd }: { readonly isPastEnd: boolean }) => (
  <>
    <Text fw={600}>{isPastEnd ? 'There are no documents on this page' : 'No documents yet'}</Text>
    <Text className="quiet" mt={4}>
      {isPastEnd ? <Link href="/documents">Back to the newest ones</Link> : 'Choose files above, or drag them there.'}
    </Text>
  </>
);
