import { Button, Group, List, Table, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import type { DeliveryEntry, Webhook } from '../../server/answers.ts';
import { redeliver, useDeliveries } from '../../server/webhooks.ts';
import { type Column, ListFrame } from '../../shared/data-table/list-frame.tsx';
import { Moment } from '../../shared/page/moment.tsx';

const columns: readonly Column[] = [
  { name: t('When') },
  { name: t('Event') },
  { name: t('Result') },
  { name: t('Actions'), isUnseen: true },
];

/** Deliveries of a webhook. Receives the focus when opened. */
export function DeliveryLog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const query = useDeliveries(webhook.uuid);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another webhook is another occasion
  useEffect(() => heading.current?.focus(), [webhook.uuid]);
  const logs = query.data?.logs ?? [];
  const { sent, busy, send } = useRedelivery(webhook.uuid);
  return (
    <section aria-labelledby="deliveries">
      <Group justify="space-between" mt="lg" mb="sm">
        <Title order={2} size="h4" id="deliveries" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('Deliveries to “{name}”', { name: webhook.name })}
        </Title>
        <Group gap="sm">
          <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
            {t('Refresh')}
          </Button>
          <Button variant="default" size="compact-sm" onClick={onClose}>
            {t('Close')}
          </Button>
        </Group>
      </Group>
      <Text size="sm" className="quiet" mb="sm">
        {t('The last 200. A failed delivery can be sent again for 7 days; the receiver gets the same X-Webhook-Id.')}
      </Text>
      <Text role="status" fw={600} mb={sent === '' ? 0 : 'sm'}>
        {sent}
      </Text>
      <ListFrame
        what={t('deliveries')}
        query={query}
        columns={columns}
        empty={logs.length === 0 ? <Text className="quiet">{t('Nothing has been sent yet.')}</Text> : undefined}
      >
        {logs.map((entry) => (
          <Table.Tr key={entry.uuid}>
            <Table.Td>
              <Moment iso={entry.created_at} />
            </Table.Td>
            <Table.Td>
              <Text size="sm" ff="monospace">
                {entry.event_type}
              </Text>
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Text>{resultText(entry)}</Text>
              {entry.attempts.length > 1 && <Attempts entry={entry} />}
            </Table.Td>
            <Table.Td>
              {entry.can_redeliver && (
                <Group justify="flex-end">
                  <Button
                    variant="default"
                    size="compact-sm"
                    loading={busy === entry.uuid}
                    aria-label={t('Send {eventType} again', { eventType: entry.event_type })}
                    onClick={() => void send(entry)}
                  >
                    {t('Send again')}
                  </Button>
                </Group>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
    </section>
  );
}

/** Sends one redelivery at a time, and has the result of the last one. */
function useRedelivery(webhookUuid: string) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const [sent, setSent] = useState('');
  const send = async (entry: DeliveryEntry): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(entry.uuid);
    const answer = await redeliver(entry.uuid);
    await queries.invalidateQueries({ queryKey: ['webhooks', webhookUuid, 'logs'] });
    setBusy(undefined);
    setSent(
      answer.ok
        ? t('{eventType} was sent again. {value}', { eventType: entry.event_type, value: resultText(answer.value) })
        : answer.detail,
    );
  };
  return { sent, busy, send };
}

const Attempts = ({ entry: { attempts } }: { readonly entry: DeliveryEntry }) => (
  <List size="sm" type="ordered" aria-label={t('Attempts')} className="quiet">
    {attempts.map((attempt, nth) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added at the end
      <List.Item key={nth}>
        <Moment iso={attempt.at} />
        {attempt.by === 'person' ? t(', by hand') : ''}: {attempt.success ? `${attempt.response_status}` : t('failed')}
        {attempt.latency_ms !== null && t(', {latencyMs} ms', { latencyMs: attempt.latency_ms })}
      </List.Item>
    ))}
  </List>
);

const resultText = ({ success, response_status, error_message }: DeliveryEntry): string =>
  success ? t('Delivered ({response_status})', { response_status }) : t('Failed. {error_message}', { error_message });
