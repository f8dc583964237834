import { Badge, Code, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSubmit } from '../account/use-submit.ts';
import { useGoBack } from '../components/dialog.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import type { Webhook, WebhookEvent, WebhookTest } from '../server/answers.ts';
import { testWebhook } from '../server/webhooks.ts';
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
      title={`Send a test to “${webhook.name}”`}
      action={result === undefined ? 'Send' : 'Send again'}
      dismiss="Close"
      {...{ trouble, isBusy, onSubmit }}
      onClose={cancel}
      outcome={
        <div role="status" aria-label="Result of the test">
          {result !== undefined && <Result result={result} />}
        </div>
      }
    >
      <Text size="sm">
        A signed sample event, with <Code>"test": true</Code> in its body and made-up data. Your receiver answers within
        5 seconds.
      </Text>
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {webhook.url}
      </Text>
      <NativeSelect
        label="Event"
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
          {success ? 'Delivered' : 'Failed'}
        </Badge>
        <Text size="sm" className="figures">
          {status === 0 ? '' : `Status ${status}, `}
          {latencyMs} ms
        </Text>
      </Group>
      {error !== '' && <Text size="sm">{error}</Text>}
      {result.response_body === '' ? (
        status !== 0 && (
          <Text size="sm" className="quiet">
            The response has no body.
          </Text>
        )
      ) : (
        <>
          <Text size="sm" fw={600}>
            {result.is_truncated ? 'Response, the first 4 KiB' : 'Response'}
          </Text>
          <Code
            block
            tabIndex={0}
            aria-label="Response of the receiver"
            style={{ maxHeight: 240, overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {result.response_body}
          </Code>
        </>
      )}
    </Stack>
  );
}
