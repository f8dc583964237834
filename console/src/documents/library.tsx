import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { Confirm } from '../components/confirm.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { saveFile } from '../components/save-file.ts';
import { TroubleLine } from '../components/trouble-line.tsx';
import { Link } from '../frame/router.tsx';
import type { Reading, ReadingKind, StoredDocument } from '../server/answers.ts';
import { askForDownload, removeDocument } from '../server/documents.ts';
import { beginReading, useReadings } from '../server/readings.ts';
import { useProgress } from '../server/use-progress.ts';
import { DocumentTable, type DocumentWish } from './document-table.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { UploadArea } from './upload-area.tsx';
import { useUploads } from './use-uploads.ts';

const pageSize = 20;

const texts = {
  document: {
    path: '/documents',
    title: 'Documents',
    lead: 'Ask questions about your PDF files and images. They are read on this server and visible only to you, but callers hear their content once an agent uses them.',
    takes: 'PDF and pictures (PNG, JPEG, WebP). Processing starts after upload.',
    none: 'No documents yet',
    elsewhere: 'This is a document. It is listed under Documents.',
  },
  audio: {
    path: '/audio',
    title: 'Audio',
    lead: 'Ask questions about your recordings. They are transcribed on this server and visible only to you.',
    takes: 'MP3, WAV, M4A, OGG, FLAC and WebM, up to four hours. Transcription starts after upload.',
    none: 'No recordings yet',
    elsewhere: 'This is a recording. It is listed under Audio.',
  },
} as const satisfies Readonly<Record<ReadingKind, object>>;

const kindOf = ({ mime_type }: StoredDocument): ReadingKind => (mime_type.startsWith('audio/') ? 'audio' : 'document');

interface LibraryProps {
  readonly kind: ReadingKind;
  readonly offset: number;
}

/** The documents, or the recordings, of who is signed in: added, read, and what is found in each. */
export function Library({ kind, offset }: LibraryProps) {
  const { path, title, lead, takes, none } = texts[kind];
  const query = useReadings(kind, { limit: pageSize, offset });
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<{ readonly kind: DocumentWish; readonly reading: Reading }>();
  const [trouble, setTrouble] = useState<string>();
  const readings = query.data?.readings ?? [];
  useProgress(readings);

  const refresh = async (): Promise<void> => {
    await Promise.all(['readings', 'documents'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  };
  const read = async (uuid: string): Promise<void> => {
    const answer = await beginReading(uuid);
    setTrouble(answer.ok ? undefined : answer.detail);
    await refresh();
  };
  const uploads = useUploads((stored, name) => {
    const own = kindOf(stored);
    announcer.say(`${name} was stored.${own === kind ? '' : ` ${texts[own].elsewhere}`}`);
    void read(stored.uuid);
  });
  const done = async (text: string): Promise<void> => {
    await refresh();
    setWish(undefined);
    announcer.sayHere(text);
  };
  const download = async ({ uuid, file_name, title: name }: Reading): Promise<void> => {
    const answer = await askForDownload(uuid);
    if (answer.ok) {
      saveFile(answer.value.download_url, file_name);
      announcer.say(`${file_name} is on its way to your downloads.`);
    } else if (answer.status === 404) await done(`${name} was deleted already.`);
    else setTrouble(answer.detail);
  };
  const onWish = (wished: DocumentWish, reading: Reading): void => {
    setTrouble(undefined);
    if (wished === 'download') void download(reading);
    else if (wished === 'read') void read(reading.uuid);
    else setWish({ kind: wished, reading });
  };
  const total = query.data?.total ?? 0;
  return (
    <>
      <PageHeading title={title} lead={lead} />
      <Announcement {...announcer} />
      <TroubleLine text={trouble} />
      <UploadArea uploads={uploads} takes={takes} />
      <DocumentTable
        {...{ kind, query, readings, onWish }}
        empty={<Nothing none={none} path={path} isPastEnd={total > 0} />}
      />
      <PagesOf path={path} total={total} pageSize={pageSize} offset={offset} />
      {wish?.kind === 'rename' && (
        <RenameDialog
          document={wish.reading}
          onCancel={() => setWish(undefined)}
          onGone={() => done(`${wish.reading.title} was deleted already.`)}
          onDone={async ({ title: renamed }) => {
            await refresh();
            setWish(undefined);
            announcer.say(`It is called ${renamed} now.`);
          }}
        />
      )}
      {wish?.kind === 'delete' && (
        <Confirm
          title={`Delete ${wish.reading.title}?`}
          action="Delete"
          send={() => removeDocument(wish.reading.uuid)}
          onCancel={() => setWish(undefined)}
          onDone={() => done(`${wish.reading.title} was deleted.`)}
          onGone={() => done(`${wish.reading.title} was deleted already.`)}
        >
          The file and everything made from it are gone then, your conversations about it too. This cannot be undone.
        </Confirm>
      )}
    </>
  );
}

interface NothingProps {
  readonly none: string;
  readonly path: string;
  readonly isPastEnd: boolean;
}

const Nothing = ({ none, path, isPastEnd }: NothingProps) => (
  <>
    <Text fw={600}>{isPastEnd ? 'This page is empty' : none}</Text>
    <Text className="quiet" mt={4}>
      {isPastEnd ? <Link href={path}>Back to the newest ones</Link> : 'Choose files above, or drag them there.'}
    </Text>
  </>
);
