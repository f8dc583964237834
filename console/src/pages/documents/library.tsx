import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Reading, ReadingKind, StoredDocument } from '../../server/answers.ts';
import { askForDownload, removeDocument, shareDocument } from '../../server/documents.ts';
import { beginReading, useAllReadings } from '../../server/readings.ts';
import { useProgress } from '../../server/use-progress.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { useUploads } from '../../shared/documents/use-uploads.ts';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { saveFile } from '../../shared/page/save-file.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { DocumentTable, type DocumentWish } from './document-table.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { TextDialog } from './text-dialog.tsx';
import { UploadArea } from './upload-area.tsx';
import { WebsiteDialog } from './website-dialog.tsx';

const texts = {
  document: {
    title: t('Documents'),
    lead: t(
      'Ask questions about your files. They are read on this server. Only you see them unless you share them, but callers hear their content once an agent uses them.',
    ),
    takes: t(
      'PDF, Word (DOCX), ODT, RTF, PowerPoint (PPTX), Excel (XLSX), CSV, text, Markdown, web pages (HTML), e-mail (EML) and pictures (PNG, JPEG, WebP). Processing starts after upload.',
    ),
    none: t('No documents yet'),
    elsewhere: t('This is a document. It is listed under Documents.'),
  },
  audio: {
    title: t('Audio'),
    lead: t(
      'Ask questions about your recordings. They are transcribed on this server. Only you see them unless you share them.',
    ),
    takes: t(
      'MP3, WAV, M4A, MP4, OGG, FLAC, WebM, AIFF, AU, CAF, AMR, AAC and WMA, up to four hours. Transcription starts after upload.',
    ),
    none: t('No recordings yet'),
    elsewhere: t('This is a recording. It is listed under Audio.'),
  },
} as const satisfies Readonly<Record<ReadingKind, object>>;

const kindOf = ({ mime_type }: StoredDocument): ReadingKind => (mime_type.startsWith('audio/') ? 'audio' : 'document');

/** The signed-in user's documents or recordings: upload, processing and extracted facts. */
export function Library({ kind }: { readonly kind: ReadingKind }) {
  const { title, lead, takes, none } = texts[kind];
  const query = useAllReadings(kind);
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<{ readonly kind: DocumentWish; readonly reading: Reading }>();
  const [adding, setAdding] = useState<'text' | 'website'>();
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
    announcer.say(t('{name} was stored.{value}', { name, value: own === kind ? '' : ` ${texts[own].elsewhere}` }));
    void read(stored.uuid);
  });
  const added = async ({ uuid, title: name }: StoredDocument): Promise<void> => {
    setAdding(undefined);
    await read(uuid);
    announcer.say(t('{name} was added and is being read.', { name }));
  };
  const done = async (text: string): Promise<void> => {
    await refresh();
    setWish(undefined);
    announcer.sayHere(text);
  };
  const download = async ({ uuid, file_name, title: name }: Reading): Promise<void> => {
    const answer = await askForDownload(uuid);
    if (answer.ok) {
      saveFile(answer.value.download_url, file_name);
      announcer.say(t('{file_name} is on its way to your downloads.', { file_name }));
    } else if (answer.status === 404) await done(t('{name} was deleted already.', { name }));
    else setTrouble(answer.detail);
  };
  const share = async ({ uuid, title: name, visibility }: Reading): Promise<void> => {
    const to = visibility === 'private' ? 'organisation' : 'private';
    const answer = await shareDocument(uuid, to);
    if (!answer.ok) return setTrouble(answer.detail);
    await refresh();
    announcer.say(
      to === 'private'
        ? t('{name} is private now. Agents that use it keep it.', { name })
        : t('Everybody in the organisation may read {name} and give it to agents now.', { name }),
    );
  };
  const onWish = (wished: DocumentWish, reading: Reading): void => {
    setTrouble(undefined);
    if (wished === 'download') void download(reading);
    else if (wished === 'read') void read(reading.uuid);
    else if (wished === 'share') void share(reading);
    else setWish({ kind: wished, reading });
  };
  return (
    <>
      <PageHeading
        title={title}
        help="documents-and-audio"
        lead={lead}
        aside={
          kind === 'document' && (
            <Group gap="xs">
              <Button variant="default" onClick={() => setAdding('text')}>
                {t('Write a text')}
              </Button>
              <Button variant="default" onClick={() => setAdding('website')}>
                {t('Add a website')}
              </Button>
            </Group>
          )
        }
      />
      <Announcement {...announcer} />
      <TroubleLine text={trouble} />
      <UploadArea uploads={uploads} takes={takes} />
      <DocumentTable
        kind={kind}
        query={query}
        onWish={onWish}
        empty={<Nothing none={none} />}
        onTrouble={announcer.sayHere}
      />
      {adding === 'text' && <TextDialog onDone={added} onCancel={() => setAdding(undefined)} />}
      {adding === 'website' && <WebsiteDialog onDone={added} onCancel={() => setAdding(undefined)} />}
      {wish?.kind === 'rename' && (
        <RenameDialog
          document={wish.reading}
          onCancel={() => setWish(undefined)}
          onGone={() => done(t('{title} was deleted already.', { title: wish.reading.title }))}
          onDone={async ({ title: renamed }) => {
            await refresh();
            setWish(undefined);
            announcer.say(t('It is called {renamed} now.', { renamed }));
          }}
        />
      )}
      {wish?.kind === 'delete' && (
        <Confirm
          title={t('Delete {title}?', { title: wish.reading.title })}
          action={t('Delete')}
          send={() => removeDocument(wish.reading.uuid)}
          onCancel={() => setWish(undefined)}
          onDone={() => done(t('{title} was deleted.', { title: wish.reading.title }))}
          onGone={() => done(t('{title} was deleted already.', { title: wish.reading.title }))}
        >
          {t(
            'The file and everything made from it are gone then, your conversations about it too. This cannot be undone.',
          )}
        </Confirm>
      )}
    </>
  );
}

const Nothing = ({ none }: { readonly none: string }) => (
  <>
    <Text fw={600}>{none}</Text>
    <Text className="quiet" mt={4}>
      {t('Choose files above, or drag them there.')}
    </Text>
  </>
);
