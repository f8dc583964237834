import { Checkbox, Fieldset, Stack, Text } from '@mantine/core';
import { Link } from '../router.tsx';
import { useDocuments } from '../server/documents.ts';
import type { AgentPartProps } from './agent-form.tsx';

/** What the agent answers from: one's own documents, and those of colleagues that it has already. */
export function AgentDocuments({ draft, set }: AgentPartProps) {
  const { data } = useDocuments({ limit: 100, offset: 0 });
  const own = data?.documents ?? [];
  const others = draft.documents.filter((uuid) => own.every((document) => document.uuid !== uuid));
  const isEmpty = own.length === 0 && others.length === 0;
  return (
    <Fieldset legend="Documents" className="surface" mx={0}>
      {isEmpty ? (
        <Text>
          None can be chosen yet: <Link href="/documents">add documents</Link> first.
        </Text>
      ) : (
        <Checkbox.Group
          aria-label="Documents"
          value={[...draft.documents]}
          onChange={(documents) => set({ documents })}
        >
          <Stack gap="xs">
            {own.map(({ uuid, title }) => (
              <Checkbox key={uuid} value={uuid} label={title} />
            ))}
            {data !== undefined &&
              others.map((uuid) => (
                <Checkbox key={uuid} value={uuid} label={`A document of somebody else (${uuid.slice(0, 8)})`} />
              ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Fieldset>
  );
}
