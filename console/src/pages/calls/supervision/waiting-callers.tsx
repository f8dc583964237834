import { Table, Text, Title } from '@mantine/core';
import { t } from '../../../language/text.ts';
import type { Overview } from '../../../server/supervision.ts';
import { CallTimer } from '../../../shared/calling/call-timer.tsx';
import { personOf } from '../../../shared/calls/party.ts';
import { Link } from '../../../shared/navigation/router.tsx';

/** Callers whose transfer waits for a teammate, longest wait first. Renders nothing if there are none. */
export function WaitingCallers({ waiting }: { readonly waiting: Overview['waiting'] }) {
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="waiting-callers">
      <Title order={3} size="h5" id="waiting-callers" mt="md" mb={4}>
        {t('Waiting in queues')}
      </Title>
      <Table.ScrollContainer
        minWidth={0}
        type="native"
        tabIndex={0}
        aria-label={t('Callers who wait, a table that scrolls')}
      >
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Caller')}</Table.Th>
              <Table.Th scope="col">{t('Queue')}</Table.Th>
              <Table.Th scope="col">{t('Teammate being called')}</Table.Th>
              <Table.Th scope="col">{t('Waiting for')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {waiting.map((caller) => (
              <Table.Tr key={caller.call_uuid}>
                <Table.Td>
                  <Link href={`/calls/${caller.call_uuid}`}>{personOf(caller)}</Link>
                </Table.Td>
                <Table.Td>{caller.queue}</Table.Td>
                <Table.Td>{caller.teammate_name ?? <Text className="quiet">{t('Nobody')}</Text>}</Table.Td>
                <Table.Td>
                  <CallTimer startedMs={performance.now() - caller.waited_seconds * 1000} label={t('Waiting for')} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
