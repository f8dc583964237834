import { Checkbox, Fieldset, Stack, Text } from '@mantine/core';
import { ReadingState } from '../documents/reading-state.tsx';
import { Link } from '../frame/router.tsx';
import type { ReadingList } from '../server/answers.ts';
import { useReadings } from '../server/readings.ts';
import type { AgentPartProps } from './agent-part.ts';

const all = { limit: 100, offset: 0 };
const lookEveryMs = 2000;

/** What the agent answers from: one's own documents, each with how far it is read, and those of colleagues that it has already. */
export function AgentDocuments({ draft, set }: AgentPartProps) {
  // The server begins to read what an agent was given after it is saved.
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
  const isEmpty = own.length === 0 && others.length === 0;
  return (
    <Fieldset legend="Documents" className="surface" mx={0}>
      <Text size="sm" className="quiet" mb="sm">
        What callers ask is answered from these. They are read once the agent is saved; calls that begin after that know
        them, the first 200,000 characters of all of them together.
      </Text>
      {isEmpty ? (
        <Text>
          None can be chosen yet: <Link href="/documents">add documents</Link> first.
        </Text>
      ) : (
        <Checkbox.Group
          aria-label="Documents"
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
                <Checkbox key={uuid} value={uuid} label={`A document of somebody else (${uuid.slice(0, 8)})`} />
              ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Fieldset>
  );
}
