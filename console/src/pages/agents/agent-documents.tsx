import { Button, Checkbox, Fieldset, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { rich, t } from '../../language/text.ts';
import type { ReadingList } from '../../server/answers.ts';
import { useReadings } from '../../server/readings.ts';
import { documentTypes } from '../../shared/documents/accepted-types.ts';
import { ReadingState } from '../../shared/documents/reading-state.tsx';
import { useUploads } from '../../shared/documents/use-uploads.ts';
import { Link } from '../../shared/navigation/router.tsx';
import type { AgentPartProps } from './agent-part.ts';

const all = { limit: 100, offset: 0 };
const lookEveryMs = 2000;

/**
 * The agent's knowledge: the user's own documents with their processing state, and documents of colleagues that the
 * agent already has.
 */
export function AgentDocuments({ draft, set, change }: AgentPartProps) {
  // The server starts processing an agent's documents after the agent is saved.
  const isAwaited = ({ readings }: ReadingList): boolean =>
    readings.some(
      ({ uuid, processed_at, work }) =>
        draft.documents.includes(uuid) && processed_at === null && work?.status !== 'failed',
    );
  const again = (list: ReadingList | undefined) => list !== undefined && isAwaited(list) && lookEveryMs;
  const documents = useReadings('document', all, again).data;
  const recordings = useReadings('audio', all, again).data;
  const isKnown = documents !== undefined && recordings !== undefined;
  const own = [...(documents?.readings ?? []), ...(recordings?.readings ?? [])];
  const others = draft.documents.filter((uuid) => own.every((document) => document.uuid !== uuid));
  const onAdded = (uuid: string): void =>
    change(({ documents: chosen }) => ({ documents: chosen.includes(uuid) ? chosen : [...chosen, uuid] }));
  const isEmpty = own.length === 0 && others.length === 0;
  return (
    <Fieldset legend={t('Documents')} className="surface" mx={0}>
      <Text size="sm" className="quiet" mb="sm">
        {t(
          'The agent answers from these. They are read after the agent is saved, and used in calls that begin afterwards: the first 200,000 characters of all of them together.',
        )}
      </Text>
      <AddDocument onAdded={onAdded} />
      {isEmpty ? (
        <Text>
          {rich('No documents yet. Upload one here or on the page {link}.', {
            link: <Link href="/documents">{t('Documents')}</Link>,
          })}
        </Text>
      ) : (
        <Checkbox.Group
          aria-label={t('Documents')}
          value={[...draft.documents]}
          onChange={(chosen) => set({ documents: chosen })}
        >
          <Stack gap="xs">
            {own.map((reading) => (
              <div key={reading.uuid}>
                <Checkbox value={reading.uuid} label={reading.title} aria-describedby={`read-${reading.uuid}`} />
                <div id={`read-${reading.uuid}`} style={{ marginInlineStart: 32 }}>
                  <ReadingState reading={reading} />
                </div>
              </div>
            ))}
            {isKnown &&
              others.map((uuid) => (
                <Checkbox
                  key={uuid}
                  value={uuid}
                  label={t('A document of somebody else ({uuid})', { uuid: uuid.slice(0, 8) })}
                />
              ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Fieldset>
  );
}

/** Uploads a file and selects it for the agent. */
function AddDocument({ onAdded }: { readonly onAdded: (uuid: string) => void }) {
  const queries = useQueryClient();
  const forget = useRef<() => void>(null);
  const uploads = useUploads(({ uuid }) => {
    onAdded(uuid);
    void queries.invalidateQueries({ queryKey: ['readings'] });
  });
  const onChoice = (files: readonly File[]): void => {
    uploads.add(files);
    forget.current?.();
  };
  return (
    <div style={{ marginBottom: 'var(--mantine-spacing-sm)' }}>
      <FileButton
        multiple
        accept={documentTypes}
        resetRef={forget}
        onChange={onChoice}
        inputProps={{ 'aria-label': t('Documents to upload') }}
      >
        {(props) => (
          <Button {...props} variant="default" size="sm" leftSection={<IconUpload size={16} aria-hidden />}>
            {t('Upload documents')}
          </Button>
        )}
      </FileButton>
      <div role="status">
        {uploads.list.map(({ id, name, state, trouble }) => (
          <Group key={id} gap="xs" mt={4}>
            <Text size="sm" truncate>
              {name}: {state === 'done' ? t('uploaded') : (trouble ?? t('uploading'))}
            </Text>
          </Group>
        ))}
      </div>
    </div>
  );
}
