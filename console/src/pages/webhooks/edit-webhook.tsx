import { Button, Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Webhook, WebhookEvent } from '../../server/answers.ts';
import { changeWebhook } from '../../server/webhooks.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { NameInput } from '../../shared/form/name-input.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { HeaderFields, headersIn } from './header-fields.tsx';
import { eventTexts } from './webhook-words.ts';

interface EditWebhookProps {
  readonly webhook: Webhook;
  readonly onDone: (webhook: Webhook) => Promise<void>;
  readonly onCancel: () => void;
}

/** Dialog that edits a webhook. The secret is unchanged, and header values are never loaded. */
export function EditWebhook({ webhook, onDone, onCancel }: EditWebhookProps) {
  const { goBack, cancel } = useGoBack(onCancel);
  const [events, setEvents] = useState<readonly string[]>(webhook.events);
  const [isActive, setActive] = useState(webhook.is_active);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    async (field, form) => {
      if (events.length === 0) return { ok: false, status: 400, detail: t('Choose at least one event.') } as const;
      const headers = { ...Object.fromEntries(removed.map((name) => [name, null])), ...headersIn(form) };
      return changeWebhook(webhook.uuid, {
        name: field('name').trim(),
        url: field('url').trim(),
        events: events as WebhookEvent[],
        is_active: isActive,
        ...(Object.keys(headers).length > 0 && { headers }),
      });
    },
    (changed) => onDone(changed).then(goBack),
    ['name', 'url'],
  );
  const kept = Object.keys(webhook.headers).filter((name) => !removed.includes(name));
  return (
    <FormDialog
      title={t('Edit the webhook')}
      action={t('Save')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <NameInput defaultValue={webhook.name} error={faults.name} data-autofocus />
      <TextInput
        label={t('Address')}
        name="url"
        type="url"
        defaultValue={webhook.url}
        required
        withAsterisk={false}
        maxLength={2048}
        error={faults.url}
        autoComplete="off"
      />
      <Checkbox.Group label={t('Events')} value={[...events]} onChange={setEvents}>
        <Stack gap="xs" mt="xs">
          {Object.entries(eventTexts).map(([event, text]) => (
            <Checkbox key={event} value={event} label={event} description={text} />
          ))}
        </Stack>
      </Checkbox.Group>
      <HeaderFields />
      {kept.length > 0 && (
        <Stack gap={4}>
          <Text size="sm">{t('Present headers. To change a value, add the header again.')}</Text>
          {kept.map((name) => (
            <Group key={name} gap="sm">
              <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('Remove {name}', { name })}
                onClick={() => setRemoved([...removed, name])}
              >
                {t('Remove')}
              </Button>
            </Group>
          ))}
        </Stack>
      )}
      <Switch
        label={t('Active')}
        description={t('An inactive webhook gets no events. What happens meanwhile is not sent later.')}
        checked={isActive}
        onChange={({ currentTarget }) => setActive(currentTarget.checked)}
      />
    </FormDialog>
  );
}
