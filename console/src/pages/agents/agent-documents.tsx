import { Button, Checkbox, Fieldset, FileButton, Group, Pill, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { rich, t } from '../../language/text.ts';
import type { Reading, ReadingList } from '../../server/answers.ts';
import { useAllReadings } from '../../server/readings.ts';
import { documentTypes } from '../../shared/documents/accepted-types.ts';
import { OwnerText } from '../../shared/documents/owner-text.tsx';
import { ReadingState } from '../../shared/documents/reading-state.tsx';
import { useUploads } from '../../shared/documents/use-uploads.ts';
import { Link } from '../../shared/navigation/router.tsx';
import type { AgentPartProps } from './agent-part.ts';

const lookEveryMs = 2000;
/** Documents that the API accepts for an agent. */
const mostChosen = 1000;
/** Documents of the list at first, and each time that more are shown. */
const pageSize = 20;

/**
 * The agent's knowledge: its documents as chips, a search among the documents that the user may read, and documents of
 * colleagues that the agent already has.
 */
export function AgentDocuments({ draft, set, change, faults }: AgentPartProps) {
  const chosen = draft.documents;
  // The server starts processing an agent's documents after the agent is saved.
  const isAwaited = ({ readings }: Pick<ReadingList, 'readings'>): boolean =>
    readings.some(
      ({ uuid, processed_at, work }) => chosen.includes(uuid) && processed_at === null && work?.status !== 'failed',
    );
  const again = (list: Pick<ReadingList, 'readings'> | undefined) =>
    list !== undefined && isAwaited(list) && lookEveryMs;
  const documents = useAllReadings('document', again).data;
  const recordings = useAllReadings('audio', again).data;
  const isKnown = documents !== undefined && recordings !== undefined;
  const own = [...(documents?.readings ?? []), ...(recordings?.readings ?? [])];
  const add = (uuid: string): void =>
    change(({ documents: before }) => ({ documents: before.includes(uuid) ? before : [...before, uuid] }));
  const remove = (uuid: string): void => set({ documents: chosen.filter((each) => each !== uuid) });
  return (
    <Fieldset legend={t('Documents')} className="surface" mx={0}>
      <Text size="sm" className="quiet" mb="sm">
        {t(
          'The agent answers from these. They are read after the agent is saved, and used in calls that begin afterwards: the first 200,000 characters of all of them together.',
        )}
      </Text>
      {faults.knowledge_document_ids !== undefined && (
        <Text size="sm" role="alert" mb="sm">
          {faults.knowledge_document_ids}
        </Text>
      )}
      <Chosen documents={chosen} own={own} isKnown={isKnown} onRemove={remove} />
      <AddDocument onAdded={add} />
      {isKnown &&
        (own.length === 0 ? (
          <Text>
            {rich('No documents yet. Upload one here or on the page {link}.', {
              link: <Link href="/documents">{t('Documents')}</Link>,
            })}
          </Text>
        ) : (
          <Choices own={own} chosen={chosen} onChange={(uuid, isChosen) => (isChosen ? add(uuid) : remove(uuid))} />
        ))}
    </Fieldset>
  );
}

interface ChosenProps {
  readonly documents: readonly string[];
  readonly own: readonly Reading[];
  /** Whether the list of the user's own documents is complete. */
  readonly isKnown: boolean;
  readonly onRemove: (uuid: string) => void;
}

/** The documents of the agent. */
const Chosen = ({ documents, own, isKnown, onRemove }: ChosenProps) =>
  documents.length > 0 && (
    <Pill.Group role="list" aria-label={t('Documents of the agent')} mb="sm">
      {documents.map((uuid) => {
        const title = own.find((reading) => reading.uuid === uuid)?.title;
        if (title === undefined && !isKnown) return null;
        const shown = title ?? t('A document of somebody else ({uuid})', { uuid: uuid.slice(0, 8) });
        return (
          <Pill
            key={uuid}
            role="listitem"
            size="md"
            withRemoveButton
            removeButtonProps={{
              'aria-label': t('Remove {title}', { title: shown }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => onRemove(uuid)}
          >
            {shown}
          </Pill>
        );
      })}
    </Pill.Group>
  );

interface ChoicesProps {
  readonly own: readonly Reading[];
  readonly chosen: readonly string[];
  readonly onChange: (uuid: string, isChosen: boolean) => void;
}

/** Documents that match the search, those of the agent first. */
function Choices({ own, chosen, onChange }: ChoicesProps) {
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(pageSize);
  // A document does not move while it is ticked.
  const [first] = useState(new Set(chosen));
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = own
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .sort((one, other) => Number(first.has(other.uuid)) - Number(first.has(one.uuid)));
  const isFull = chosen.length >= mostChosen;
  return (
    <Stack gap="sm">
      <TextInput
        label={t('Search documents')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setLimit(pageSize);
        }}
        // Enter would save the agent.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        autoComplete="off"
        maw={420}
      />
      <Text size="sm" className="quiet" role="status">
        {isFull
          ? t('An agent has at most {most} documents. Remove one to add another.', { most: mostChosen })
          : t('{count} of {total} documents', { count: found.length, total: own.length })}
      </Text>
      <Stack gap="xs">
        {found.slice(0, limit).map((reading) => (
          <div key={reading.uuid}>
            <Checkbox
              checked={chosen.includes(reading.uuid)}
              disabled={isFull && !chosen.includes(reading.uuid)}
              onChange={({ currentTarget }) => onChange(reading.uuid, currentTarget.checked)}
              label={reading.title}
              aria-describedby={`read-${reading.uuid}`}
            />
            <div id={`read-${reading.uuid}`} style={{ marginInlineStart: 32 }}>
              <ReadingState reading={reading} />
              <OwnerText reading={reading} />
            </div>
          </div>
        ))}
      </Stack>
      {found.length > limit && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setLimit(limit + pageSize)}>
            {t('Show more')}
          </Button>
        </Group>
      )}
    </Stack>
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
