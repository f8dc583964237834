import { Table, Text } from '@mantine/core';
import { readPerson } from '../../../../client/call/person.ts';
import { personLabel } from '../../call/person.ts';
import { rich, t } from '../../language/text.ts';
import type { CallRecord } from '../../server/answers.ts';
import styles from './event-log.module.css';

type Event = NonNullable<CallRecord['events']>[number];

/** The event log of a call, for diagnosis. */
export function EventLog({ events }: { readonly events: readonly Event[] }) {
  return (
    <details className={styles.log}>
      <summary>{rich('Event log {text}', { text: <span className="quiet">({events.length})</span> })}</summary>
      {events.length === 0 ? (
        <Text className="quiet">{t('No events were logged.')}</Text>
      ) : (
        <Table.ScrollContainer
          minWidth={480}
          type="native"
          tabIndex={0}
          aria-label={t('Event log, a table that scrolls')}
        >
          <Table fz="sm" className="figures" verticalSpacing={5}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col" ta="end">
                  {t('At, s')}
                </Table.Th>
                <Table.Th scope="col">{t('Event')}</Table.Th>
                <Table.Th scope="col">{t('Details')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {events.map((event) => (
                <Table.Tr key={event.seq}>
                  <Table.Td ta="end">{secondsOf(event.atMs)}</Table.Td>
                  <Table.Td>{event.type}</Table.Td>
                  <Table.Td className={styles.details}>{detailsOf(event)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </details>
  );
}

const secondsOf = (atMs: unknown): string => (typeof atMs === 'number' ? (atMs / 1000).toFixed(2) : '');

/** Returns an event's details. A line shows only its words, because their times would hide the rest. */
function detailsOf({ seq: _, recorded_at: __, type, atMs: ___, ...rest }: Event): string {
  const line = rest.line as { speaker?: string; text?: string; spokenBy?: unknown } | undefined;
  if (type !== 'line' || line === undefined) return JSON.stringify(rest);
  const person = readPerson(line.spokenBy);
  return `${line.speaker}${person === undefined ? '' : ` (${personLabel(person)})`}: ${line.text}`;
}
