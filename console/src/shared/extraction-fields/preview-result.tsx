import { Paper, Table, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { ExtractionField, FieldPreview } from '../../server/answers.ts';
import { valueText } from '../calls/value-text.ts';

const mostShown = 20;
const countText = (count: number): string => t('{count, plural, one {1 call} other {{count} calls}}', { count });

interface PreviewResultProps {
  readonly preview: FieldPreview;
  readonly type: ExtractionField['field_type'];
}

/** The effect of a change on each of the latest calls. */
export function PreviewResult({ preview: { calls, changed, changes, agreement }, type }: PreviewResultProps) {
  return (
    <Paper withBorder p="sm" role="status">
      <Text fw={600}>
        {calls === 0
          ? t('There are no analysed calls to look at yet.')
          : t('{changed} of {calls} would change.', { changed, calls: countText(calls) })}
      </Text>
      {agreement.corrected > 0 && (
        <Text size="sm" mb="xs">
          {t(
            'People entered {corrected, plural, one {1 value} other {{corrected} values}} for this field. The analysis finds {before} of them now and {after} with the change.',
            agreement,
          )}
        </Text>
      )}
      {changes.length > 0 && (
        <Table.ScrollContainer
          minWidth={0}
          mah={260}
          type="native"
          tabIndex={0}
          aria-label={t('Changes, a table that scrolls')}
        >
          <Table fz="sm" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('Call')}</Table.Th>
                <Table.Th scope="col">{t('Before')}</Table.Th>
                <Table.Th scope="col">{t('After')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.slice(0, mostShown).map((change) => (
                <ChangeRow key={change.id} change={change} type={type} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {changes.length > mostShown && (
        <Text size="sm" className="quiet" mt="xs">
          {t('And {countText} more.', { countText: countText(changes.length - mostShown) })}
        </Text>
      )}
    </Paper>
  );
}

interface ChangeRowProps extends Pick<PreviewResultProps, 'type'> {
  readonly change: FieldPreview['changes'][number];
}

function ChangeRow({ change: { id, uuid, before, after, edited, ...totals }, type }: ChangeRowProps) {
  const textOf = (side: FieldPreview['changes'][number]['before']): string =>
    side === null || side.state === 'not_mentioned' ? '' : valueText(side.value, type);
  return (
    <Table.Tr>
      <Table.Td>
        <a href={`/calls/${uuid}`} target="_blank" rel="noreferrer">
          {t('Call {id}', { id })}
        </a>
      </Table.Td>
      <Table.Td>{textOf(before) || <span className="quiet">{t('Nothing')}</span>}</Table.Td>
      <Table.Td>
        {textOf(after) || <span className="quiet">{t('Nothing')}</span>}
        {after?.evidence[0] !== undefined && (
          <Text size="xs" className="quiet">
            “{after.evidence[0].text}”
          </Text>
        )}
        {totals.total_before !== totals.total_after && (
          <Text size="xs" className="quiet">
            {t('Total of the scorecard: {totalBefore} to {totalAfter}', {
              totalBefore: totals.total_before ?? t('none'),
              totalAfter: totals.total_after ?? t('none'),
            })}
          </Text>
        )}
        {edited && (
          <Text size="xs" className="quiet">
            {t('A person edited this call: their value stays.')}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
