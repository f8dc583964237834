import { Badge, Code, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import type { Webhook, WebhookEvent, WebhookTest } from '../../server/answers.ts';
import { testWebhook } from '../../server/webhooks.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { eventTexts } from './webhook-words.ts';

/** Sends a sample event and shows what the receiver returned. */
export function TestWebhook({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { cancel } = useGoBack(onClose);
  const [result, setResult] = useState<WebhookTest>();
  const { isBusy, trouble, onSubmit } = useSubmit((field) => {
    setResult(undefined);
    return testWebhook(webhook.uuid, field('event') as WebhookEvent);
  }, setResult);
  return (
    <FormDialog
      title={t('Send a test to “{name}”', { name: webhook.name })}
      action={result === undefined ? t('Send') : t('Send again')}
      dismiss={t('Close')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
      outcome={
        <div role="status" aria-label={t('Result of the test')}>
          {result !== undefined && <Result result={result} />}
        </div>
      }
    >
      <Text size="sm">
        {rich(
          'A signed sample event, with {code} in its body and made-up data. Your receiver answers within 5 seconds.',
          { code: <Code>"test": true</Code> },
        )}
      </Text>
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {webhook.url}
      </Text>
      <NativeSelect
        label={t('Event')}
        name="event"
        defaultValue={webhook.events[0]}
        data={Object.keys(eventTexts)}
        data-autofocus
      />
    </FormDialog>
  );
}

function Result({ result }: { readonly result: WebhookTest }) {
  const { success, response_status: status, error_message: error, latency_ms: latencyMs } = result;
  return (
    <Stack gap={6} mt="md">
      <Group gap="sm">
        <Badge variant="light" color={success ? 'teal' : 'red'} c="var(--mantine-color-text)" tt="none">
          {success ? t('Delivered') : t('Failed')}
        </Badge>
        <Text size="sm" className="figures">
          {t('{value}{latencyMs} ms', { value: status === 0 ? '' : t('Status {status}, ', { status }), latencyMs })}
        </Text>
      </Group>
      {error !== '' && <Text size="sm">{error}</Text>}
      {result.response_body === '' ? (
        status !== 0 && (
          <Text size="sm" className="quiet">
            {t('The response has no body.')}
          </Text>
        )
      ) : (
        <>
          <Text size="sm" fw={600}>
            {result.is_truncated ? t('Response, the first 4 KiB') : t('Response')}
          </Text>
          <Code
            block
            tabIndex={0}
            aria-label={t('Response of the receiver')}
            style={{ maxHeight: 240, overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {result.response_body}
          </Code>
        </>
      )}
    </Stack>
  );
}
