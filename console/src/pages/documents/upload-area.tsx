import { Button, FileButton, Group, Paper, Progress, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { t } from '../../language/text.ts';
import { documentTypes } from '../../shared/documents/accepted-types.ts';
import type { Upload, Uploads } from '../../shared/documents/use-uploads.ts';
import styles from '../../shared/page/drop-area.module.css';
import { DropArea } from '../../shared/page/drop-area.tsx';
import { percent } from '../../shared/page/figures.ts';

/** Accepts files from a dialog or by dragging, and shows their progress. */
export function UploadArea({ uploads, takes }: { readonly uploads: Uploads; readonly takes: string }) {
  const forget = useRef<() => void>(null);
  /** A browser reports a file that is selected again only after the first selection was reset. */
  const onChoice = (files: readonly File[]): void => {
    uploads.add(files);
    forget.current?.();
  };
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-label={t('Add documents')}>
      <DropArea onFiles={uploads.add}>
        <FileButton
          multiple
          accept={documentTypes}
          resetRef={forget}
          onChange={onChoice}
          inputProps={{ 'aria-label': t('Files to add') }}
        >
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={18} aria-hidden />}>
              {t('Choose files')}
            </Button>
          )}
        </FileButton>
        <Text mt="sm">{t('or drag them here.')}</Text>
        <Text size="sm" className="quiet">
          {takes}
        </Text>
        {uploads.list.length > 0 && (
          <ul className={styles.list} aria-label={t('Files being sent')}>
            {uploads.list.map((upload) => (
              <Line key={upload.id} upload={upload} onDrop={() => uploads.drop(upload.id)} />
            ))}
          </ul>
        )}
      </DropArea>
    </Paper>
  );
}

const stateText = ({ state, share }: Upload): string =>
  ({
    waiting: t('Waiting'),
    sending: share < 1 ? percent(Math.floor(share * 100) / 100) : t('Being stored'),
    done: t('Stored'),
    failed: t('Not stored'),
  })[state];

function Line({ upload, onDrop }: { readonly upload: Upload; readonly onDrop: () => void }) {
  const { name, state, share, trouble } = upload;
  const isOver = state === 'done' || state === 'failed';
  return (
    <li>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" truncate>
          {name}
        </Text>
        <Group gap="sm" wrap="nowrap">
          <Text size="sm" className="figures" style={{ whiteSpace: 'nowrap' }}>
            {stateText(upload)}
          </Text>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`${isOver ? t('Dismiss') : t('Cancel')}: ${name}`}
            onClick={onDrop}
          >
            {isOver ? t('Dismiss') : t('Cancel')}
          </Button>
        </Group>
      </Group>
      {!isOver && <Progress value={share * 100} mt={4} aria-label={t('How far {name} is sent', { name })} />}
      {trouble !== undefined && (
        <Text size="sm" role="alert" c="light-dark(#a51111, #ff9c9c)">
          {trouble}
        </Text>
      )}
    </li>
  );
}
