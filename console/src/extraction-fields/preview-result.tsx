import { Paper, Table, Text } from '@mantine/core';
import { valueText } from '../calls/findings/value-text.ts';
import type { ExtractionField, FieldPreview } from '../server/answers.ts';

const mostShown = 20;
const countText = (count: number): string => (count === 1 ? '1 call' : `${count} calls`);

interface PreviewResultProps {
  readonly preview: FieldPreview;
  readonly type: ExtractionField['field_type'];
}

/** What a change would do to each of the latest calls. */
export function PreviewResult({ preview: { calls, changed, changes }, type }: PreviewResultProps) {
  const textOf = (side: FieldPreview['changes'][number]['before']): string =>
    side === null || side.state === 'not_mentioned' ? '' : valueText(side.value, type);
  return (
    <Paper withBorder p="sm" role="status">
      <Text fw={600}>
        {calls === 0
          ? 'There are no analysed calls to look at yet.'
          : `${changed} of ${countText(calls)} would change.`}
      </Text>
      {changes.length > 0 && (
        <Table.ScrollContainer
          minWidth={0}
          mah={260}
          type="native"
          tabIndex={0}
          aria-label="Changes, a table that scrolls"
        >
          <Table fz="sm" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Call</Table.Th>
                <Table.Th scope="col">Before</Table.Th>
                <Table.Th scope="col">After</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.slice(0, mostShown).map(({ id, uuid, before, after, edited, ...totals }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <a href={`/calls/${uuid}`} target="_blank" rel="noreferrer">
                      Call {id}
                    </a>
                  </Table.Td>
                  <Table.Td>{textOf(before) || <span className="quiet">Nothing</span>}</Table.Td>
                  <Table.Td>
                    {textOf(after) || <span className="quiet">Nothing</span>}
                    {after?.evidence[0] !== undefined && (
                      <Text size="xs" className="quiet">
                        “{after.evidence[0].text}”
                      </Text>
                    )}
                    {totals.total_before !== totals.total_after && (
                      <Text size="xs" className="quiet">
                        Total of the scorecard: {totals.total_before ?? 'none'} to {totals.total_after ?? 'none'}
                      </Text>
                    )}
                    {edited && (
                      <Text size="xs" className="quiet">
                        A person edited this call: their value stays.
                      </Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {changes.length > mostShown && (
        <Text size="sm" className="quiet" mt="xs">
          And {countText(changes.length - mostShown)} more.
        </Text>
      )}
    </Paper>
  );
}
