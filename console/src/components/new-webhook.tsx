import { Button, Checkbox, Paper, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { WebhookEvent } from '../server/answers.ts';
import { makeWebhook } from '../server/webhooks.ts';
import { eventNames, eventTexts } from '../webhook-words.ts';
import { TroubleLine } from './trouble-line.tsx';

export interface MadeWebhook {
  readonly uuid: string;
  readonly secret: string;
  readonly name: string;
}

export function NewWebhook({ onMade }: { readonly onMade: (webhook: MadeWebhook) => void }) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    if (chosen.length === 0) return setTrouble('Choose at least one event.');
    setBusy(true);
    setTrouble(undefined);
    const answer = await makeWebhook({ name, url, events: chosen as WebhookEvent[] });
    setBusy(false);
    if (!answer.ok) return setTrouble(answer.detail);
    setName('');
    setUrl('');
    setChosen([]);
    onMade({ ...answer.value, name: name.trim() });
  };

  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby="new-webhook">
      <Title order={2} size="h4" id="new-webhook" mb="sm">
        Add a webhook
      </Title>
      <TroubleLine text={trouble} />
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md" align="flex-start">
          <TextInput
            label="Name"
            description="Which program receives it."
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            required
            withAsterisk={false}
            maxLength={120}
            autoComplete="off"
            w="100%"
            maw={420}
          />
          <TextInput
            label="Address"
            description="Where events are sent, at a public address: https://example.com/hook."
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            type="url"
            required
            withAsterisk={false}
            maxLength={2048}
            autoComplete="off"
            w="100%"
            maw={620}
          />
          <Checkbox.Group label="Events" value={[...chosen]} onChange={setChosen}>
            <Stack gap="xs" mt="xs">
              {eventNames.map((event) => (
                <Checkbox key={event} value={event} label={event} description={eventTexts[event]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Button type="submit" loading={isBusy}>
            Add the webhook
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
