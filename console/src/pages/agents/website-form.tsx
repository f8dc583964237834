import { Button, Checkbox, NumberInput, SimpleGrid, Stack, Switch, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { t } from '../../language/text.ts';
import { putWidget, type Widget, type WidgetSettings } from '../../server/agent-websites.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

interface WebsiteFormProps {
  readonly widget: Widget;
  readonly isReadOnly: boolean;
  readonly onSaved: (widget: Widget) => void;
}

type Limit = 'per_minute' | 'at_once_per_visitor' | 'at_once' | 'per_day' | 'max_seconds';

const limits: readonly { readonly name: Limit; readonly label: string; readonly max: number; readonly min?: number }[] =
  [
    { name: 'per_minute', label: t('Conversations of one visitor per minute'), max: 60 },
    { name: 'at_once_per_visitor', label: t('Conversations of one visitor at once'), max: 50 },
    { name: 'at_once', label: t('Calls of all visitors at once'), max: 1000 },
    { name: 'per_day', label: t('Conversations of all visitors per day'), max: 100_000 },
    { name: 'max_seconds', label: t('Longest call in seconds'), max: 7200, min: 30 },
  ];

/** Settings by which visitors reach the agent. */
export function WebsiteForm({ widget, isReadOnly, onSaved }: WebsiteFormProps) {
  const { agent_uuid: uuid, key: _key, today: _today, updated_at: _updated, ...stored } = widget;
  const [draft, setDraft] = useState<WidgetSettings>(stored);
  const [origins, setOrigins] = useState(stored.origins.join('\n'));
  const { isBusy, trouble, faults, send } = useSending(['origins', ...limits.map(({ name }) => name)]);
  const change = (changes: Partial<WidgetSettings>): void => setDraft((before) => ({ ...before, ...changes }));
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = { ...draft, origins: origins.split(/\s+/).filter(Boolean).map(originOf) };
    const answer = await send(() => putWidget(uuid, body), { form });
    if (answer?.ok !== true) return;
    setOrigins(answer.value.origins.join('\n'));
    onSaved(answer.value);
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <fieldset disabled={isReadOnly} style={{ border: 0, padding: 0, margin: 0 }}>
        <Stack gap="sm">
          <TroubleLine text={trouble} />
          <Switch
            label={t('Visitors may use this agent')}
            checked={draft.enabled}
            onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
          />
          <Textarea
            label={t('Your websites')}
            description={t('One address a line, such as https://www.example.com. Pages of other websites are refused.')}
            value={origins}
            onChange={({ currentTarget }) => setOrigins(currentTarget.value)}
            error={faultOf(faults, 'origins')}
            autosize
            minRows={2}
            maw={520}
          />
          <Checkbox
            label={t('They may call it with their microphone')}
            checked={draft.voice ?? true}
            onChange={({ currentTarget }) => change({ voice: currentTarget.checked })}
          />
          <Checkbox
            label={t('They may write to it')}
            checked={draft.text ?? true}
            onChange={({ currentTarget }) => change({ text: currentTarget.checked })}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} maw={720}>
            {limits.map(({ name, label, max, min = 1 }) => (
              <NumberInput
                key={name}
                label={label}
                value={draft[name] ?? min}
                onChange={(value) => change({ [name]: Number(value) })}
                min={min}
                max={max}
                allowDecimal={false}
                error={faults[name]}
              />
            ))}
          </SimpleGrid>
          {!isReadOnly && (
            <Button type="submit" loading={isBusy} style={{ alignSelf: 'flex-start' }}>
              {t('Save')}
            </Button>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}

/** The fault of a list stands at one of its items. */
const faultOf = (faults: Readonly<Record<string, string>>, field: string): string | undefined =>
  Object.entries(faults).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];

/** Reduces the address of a page to its origin; the server refuses the rest. */
function originOf(text: string): string {
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address).origin : text;
}
