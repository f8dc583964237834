import { Button, Group, Table, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { type Column, ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import type { DeliveryEntry, Webhook } from '../server/answers.ts';
import { useDeliveries } from '../server/webhooks.ts';

const columns: readonly Column[] = [{ name: 'When' }, { name: 'Event' }, { name: 'Result' }];

/** What was sent to a webhook. The focus comes here, since it was asked for. */
export function DeliveryLog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const query = useDeliveries(webhook.uuid);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another webhook is another occasion
  useEffect(() => heading.current?.focus(), [webhook.uuid]);
  const logs = query.data?.logs ?? [];
  return (
    <section aria-labelledby="deliveries">
      <Group justify="space-between" mt="lg" mb="sm">
        <Title order={2} size="h4" id="deliveries" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          Deliveries to “{webhook.name}”
        </Title>
        <Group gap="sm">
          <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
            Look again
          </Button>
          <Button variant="default" size="compact-sm" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Group>
      <ListFrame
        what="deliveries"
        query={query}
        columns={columns}
        empty={logs.length === 0 ? <Text className="quiet">Nothing was sent to it yet.</Text> : undefined}
      >
        {logs.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name, and two may be of one instant
          <Table.Tr key={`${entry.created_at} ${index}`}>
            <Table.Td>
              <Moment iso={entry.created_at} />
            </Table.Td>
            <Table.Td>
              <Text size="sm" ff="monospace">
                {entry.event_type}
              </Text>
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{resultText(entry)}</Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
    </section>
  );
}

const resultText = ({ success, response_status, error_message }: DeliveryEntry): string =>
  success ? `Delivered (${response_status})` : `Failed. ${error_message}`;
