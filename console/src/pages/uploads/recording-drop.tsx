import { ActionIcon, Button, FileButton, Group, Paper, Progress, Text, Title } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import type { BulkUpload } from '../../server/answers.ts';
import { uploadRecordings } from '../../server/call-uploads.ts';
import styles from '../../shared/page/drop-area.module.css';
import { DropArea } from '../../shared/page/drop-area.tsx';
import { fileSize, percent } from '../../shared/page/figures.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

const mostFiles = 100;
const isManifest = ({ name, type }: File): boolean => /\.csv$/i.test(name) || type === 'text/csv';

/** Accepts recordings from a dialog or by dragging, and uploads them. A CSV file among them is the manifest. */
export function RecordingDrop({ onSent }: { readonly onSent: (upload: BulkUpload) => void }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [manifest, setManifest] = useState<File>();
  const [trouble, setTrouble] = useState<string>();
  /** Undefined while nothing is being sent. */
  const [share, setShare] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  const forget = useRef<() => void>(null);
  const forgetManifest = useRef<() => void>(null);

  const add = (given: readonly File[]): void => {
    setTrouble(undefined);
    const table = given.find(isManifest);
    if (table !== undefined) setManifest(table);
    const recordings = given.filter((file) => !isManifest(file));
    const known = new Set(files.map(({ name }) => name));
    setFiles([...files, ...recordings.filter(({ name }) => !known.has(name))]);
    forget.current?.();
    forgetManifest.current?.();
  };
  const send = async (): Promise<void> => {
    if (files.length > mostFiles) return setTrouble(t('Send at most {mostFiles} recordings at once.', { mostFiles }));
    setTrouble(undefined);
    setShare(0);
    const controller = new AbortController();
    stop.current = controller;
    const answer = await uploadRecordings(files, manifest, { signal: controller.signal, onProgress: setShare });
    setShare(undefined);
    if (controller.signal.aborted) return;
    if (!answer.ok) return setTrouble(answer.detail);
    setFiles([]);
    setManifest(undefined);
    onSent(answer.value);
  };
  const isSending = share !== undefined;
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby="add-recordings">
      <Title order={2} size="h4" id="add-recordings" mb="sm">
        {t('Add recordings')}
      </Title>
      <TroubleLine text={trouble} />
      <DropArea onFiles={(dropped) => !isSending && add(dropped)}>
        <Group gap="sm" justify="center">
          <FileButton
            multiple
            accept="audio/*,video/mp4,video/webm,.csv"
            resetRef={forget}
            onChange={add}
            inputProps={{ 'aria-label': t('Recordings to add') }}
          >
            {(props) => (
              <Button {...props} disabled={isSending} leftSection={<IconUpload size={18} aria-hidden />}>
                {t('Choose recordings')}
              </Button>
            )}
          </FileButton>
          <FileButton
            accept=".csv,text/csv"
            resetRef={forgetManifest}
            onChange={(file) => file !== null && setManifest(file)}
            inputProps={{ 'aria-label': t('Manifest to add') }}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                disabled={isSending}
                leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
              >
                {t('Add a CSV manifest')}
              </Button>
            )}
          </FileButton>
        </Group>
        <Text mt="sm">{t('or drag them here, up to {mostFiles} at once.', { mostFiles })}</Text>
        <Text size="sm" className="quiet">
          {t(
            'MP3, WAV, M4A, MP4, OGG, FLAC, WebM, AIFF, AU, CAF, AMR, AAC or WMA. The manifest has a column “file” with each file name, and optionally customer_phone, customer_name, agent_name, direction, called_at.',
          )}
        </Text>
      </DropArea>
      {manifest !== undefined && (
        <Group gap="xs" mt="sm" wrap="nowrap">
          <IconFileSpreadsheet size={18} aria-hidden />
          <Text size="sm" truncate>
            {t('Manifest: {name}', { name: manifest.name })}
          </Text>
          <Remove name={manifest.name} isOff={isSending} onRemove={() => setManifest(undefined)} />
        </Group>
      )}
      {files.length > 0 && (
        <>
          <ul className={styles.list} aria-label={t('Recordings to send')}>
            {files.map((file, index) => (
              <FileLine
                key={file.name}
                file={file}
                share={isSending ? shareOf(files, index, share) : undefined}
                onRemove={() => setFiles(files.filter((one) => one !== file))}
              />
            ))}
          </ul>
          <Group gap="sm" mt="md">
            <Button loading={isSending} onClick={() => void send()}>
              {t('{count, plural, one {Upload 1 recording} other {Upload {count} recordings}}', {
                count: files.length,
              })}
            </Button>
            {isSending && (
              <Button variant="default" onClick={() => stop.current?.abort()}>
                {t('Cancel')}
              </Button>
            )}
          </Group>
        </>
      )}
    </Paper>
  );
}

/** Returns how much of one file is sent, since the files of a form are sent in sequence. */
function shareOf(files: readonly Pick<File, 'size'>[], index: number, share: number): number {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  const before = files.slice(0, index).reduce((sum, { size }) => sum + size, 0);
  const own = files[index]?.size ?? 0;
  return own === 0 ? share : Math.min(1, Math.max(0, (share * all - before) / own));
}

interface FileLineProps {
  readonly file: File;
  readonly share: number | undefined;
  readonly onRemove: () => void;
}

const FileLine = ({ file, share, onRemove }: FileLineProps) => (
  <li>
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Text size="sm" truncate>
        {file.name}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" className="quiet figures" style={{ whiteSpace: 'nowrap' }}>
          {share === undefined ? fileSize(file.size) : share === 1 ? t('Sent') : percent(Math.floor(share * 100) / 100)}
        </Text>
        <Remove name={file.name} isOff={share !== undefined} onRemove={onRemove} />
      </Group>
    </Group>
    {share !== undefined && (
      <Progress value={share * 100} mt={4} aria-label={t('Sent of {name}', { name: file.name })} />
    )}
  </li>
);

interface RemoveProps {
  readonly name: string;
  readonly isOff: boolean;
  readonly onRemove: () => void;
}

const Remove = ({ name, isOff, onRemove }: RemoveProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={t('Remove {name}', { name })}
    disabled={isOff}
    onClick={onRemove}
  >
    <IconX size={16} aria-hidden />
  </ActionIcon>
);
