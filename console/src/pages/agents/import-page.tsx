import { Button, FileButton, Paper, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { useGalleryFile } from '../../server/agent-files.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Link, navigate, useSearch } from '../../shared/navigation/router.tsx';
import { DropArea } from '../../shared/page/drop-area.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { allAgents } from './all-agents.tsx';
import { ImportPlan } from './import-plan.tsx';

/** Page that imports an agent from a file, or from the gallery. */
export function ImportPage() {
  const role = useMe().data?.role;
  const key = new URLSearchParams(useSearch()).get('from') ?? '';
  const gallery = useGalleryFile(key);
  const [chosen, setChosen] = useState<File>();
  const file = chosen ?? gallery.data;
  return (
    <>
      <PageHeading title={t('Import an agent')} help="agent-files" lead={allAgents} />
      {role === 'member' && <Text>{t('Only managers and admins import agents.')}</Text>}
      {gallery.error !== null && (
        <TroubleNotice
          title={t('Could not load this agent')}
          advice={gallery.error.message}
          onRetry={() => void gallery.refetch()}
        />
      )}
      {key !== '' && gallery.isPending && <PageSkeleton label={t('Loading the agent')} />}
      {(role === 'manager' || role === 'admin') &&
        (file === undefined ? (
          key === '' && <FileChoice onChoose={setChosen} />
        ) : (
          <ImportPlan
            key={`${file.name} ${file.size} ${file.lastModified}`}
            file={file}
            isAdmin={role === 'admin'}
            onOther={() => {
              setChosen(undefined);
              if (key !== '') navigate('/agents/import');
            }}
          />
        ))}
    </>
  );
}

function FileChoice({ onChoose }: { readonly onChoose: (file: File) => void }) {
  return (
    <Paper component="section" className="surface" p="md" aria-label={t('File of an agent')}>
      <DropArea onFiles={([file]) => file !== undefined && onChoose(file)}>
        <FileButton
          accept=".json,.zip,application/json,application/zip"
          onChange={(file) => file !== null && onChoose(file)}
          inputProps={{ 'aria-label': t('File of an agent') }}
        >
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={18} aria-hidden />}>
              {t('Choose a file')}
            </Button>
          )}
        </FileButton>
        <Text mt="sm">{t('or drag it here.')}</Text>
        <Text size="sm" className="quiet">
          {rich(
            'A .json or .zip file that “Export” of an agent made. Nothing is stored before you have seen what it contains. The {gallery} has agents to start from.',
            { gallery: <Link href="/agents/gallery">{t('gallery')}</Link> },
          )}
        </Text>
      </DropArea>
    </Paper>
  );
}
