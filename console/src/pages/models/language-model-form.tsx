import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import {
  type LanguageModelBody,
  type LanguageModelSetting,
  type LanguageModelTest,
  languageModelKey,
  removeLanguageModel,
  storeLanguageModel,
  testLanguageModel,
} from '../../server/language-model.ts';
import { putInCache } from '../../server/put-in-cache.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

const sources: Readonly<Record<LanguageModelSetting['source'], string>> = {
  settings: t('Stored here, for all organisations.'),
  model_routing: t('The language model server under “Speech engines” answers. What you save here takes its place.'),
  environment: t('Set by LLM_BASE_URL and LLM_MODEL. What you save here takes its place.'),
  none: t('A server with the OpenAI chat-completions API, on this machine or elsewhere. It is for all organisations.'),
};

/** Form for URL, model and key of the language model, with a test. The key is write-only. */
export function LanguageModelForm({ setting }: { readonly setting: LanguageModelSetting }) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, said, result, trouble, faults, run } = useModelRequests(form);
  const [key, setKey] = useState('');
  const [forgetsKey, setForgetsKey] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void run('save', async () => {
      const answer = await storeLanguageModel(bodyOf(form.current as HTMLFormElement, forgetsKey));
      if (answer.ok) {
        setKey('');
        setForgetsKey(false);
      }
      return answer;
    });
  };
  const test = (): void => {
    if (form.current?.reportValidity() !== true) return;
    void run('test', () => testLanguageModel(bodyOf(form.current as HTMLFormElement, forgetsKey)));
  };
  const plain = { autoComplete: 'off', spellCheck: false, withAsterisk: false } as const;
  const hasKey = setting.has_api_key && !forgetsKey;
  return (
    <form ref={form} onSubmit={submit} key={setting.updated_at}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          {sources[setting.source]}
        </Text>
        <TroubleLine text={trouble ?? setting.trouble ?? undefined} />
        <TextInput
          {...plain}
          label={t('Address')}
          description={t('Base URL ending in /v1, such as http://127.0.0.1:11434/v1')}
          name="base_url"
          type="url"
          required
          maxLength={2048}
          defaultValue={setting.base_url ?? ''}
          error={faults.base_url}
        />
        <TextInput
          {...plain}
          label={t('Model')}
          description={t('The name by which the server knows it.')}
          name="model"
          required
          maxLength={200}
          defaultValue={setting.model ?? ''}
          error={faults.model}
        />
        <PasswordInput
          label={t('API key (optional)')}
          description={
            hasKey
              ? t('A key is stored. Leave this empty to keep it.')
              : t('Stored encrypted and never shown again. Servers on your own machine need none.')
          }
          name="api_key"
          autoComplete="new-password"
          maxLength={2048}
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
          error={faults.api_key}
          visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the key') }}
        />
        <Group gap="sm">
          <Button type="submit" loading={busy === 'save'}>
            {t('Save')}
          </Button>
          <Button variant="default" loading={busy === 'test'} onClick={test}>
            {t('Test')}
          </Button>
          {hasKey && (
            <Button variant="subtle" onClick={() => setForgetsKey(true)}>
              {t('Remove the key')}
            </Button>
          )}
          {setting.source === 'settings' && (
            <Button
              variant="subtle"
              loading={busy === 'remove'}
              onClick={() => void run('remove', removeLanguageModel)}
            >
              {t('Disconnect')}
            </Button>
          )}
        </Group>
        <div role="status" aria-label={t('Result')}>
          {said !== '' && <Text fw={600}>{said}</Text>}
          {result !== undefined && <Result result={result} />}
        </div>
      </Stack>
    </form>
  );
}

const Result = ({
  result: { ok, latency_ms: latencyMs, answer, error, notes },
}: {
  readonly result: LanguageModelTest;
}) => (
  <>
    <Text fw={600}>
      {ok
        ? t('The model answered in {latencyMs} ms.', { latencyMs })
        : t('The test failed after {latencyMs} ms.', { latencyMs })}
    </Text>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {answer === null ? error : `“${answer}”`}
    </Text>
    {notes.map((note) => (
      <Text key={note} size="sm">
        {note}
      </Text>
    ))}
  </>
);

type Work = 'save' | 'test' | 'remove';
const done: Readonly<Record<Work, string>> = {
  save: t('Saved. It answers from the next call on.'),
  test: '',
  remove: t('Disconnected.'),
};

/** Sends one request at a time, and has the result of the last one. */
function useModelRequests(form: { readonly current: HTMLFormElement | null }) {
  const queries = useQueryClient();
  const { busy, trouble, faults, send } = useSending<Work>(['base_url', 'model', 'api_key']);
  const [said, setSaid] = useState('');
  const [result, setResult] = useState<LanguageModelTest>();
  const run = async (
    action: Work,
    request: () => Promise<Answer<LanguageModelSetting | LanguageModelTest>>,
  ): Promise<void> => {
    if (busy !== undefined) return;
    setSaid('');
    setResult(undefined);
    const answer = await send(request, { action, form: form.current });
    if (!answer?.ok) return;
    if ('latency_ms' in answer.value) return setResult(answer.value);
    setSaid(done[action]);
    putInCache(queries, languageModelKey, answer.value);
    void queries.invalidateQueries({ queryKey: ['health'] });
  };
  return { busy, said, result, run, trouble, faults };
}

/** Returns the request body. An empty key keeps the stored one unless it is to be removed. */
function bodyOf(form: HTMLFormElement, forgetsKey: boolean): LanguageModelBody {
  const data = new FormData(form);
  const field = (name: string): string => String(data.get(name) ?? '').trim();
  const key = field('api_key');
  const change = key === '' ? (forgetsKey ? { api_key: null } : {}) : { api_key: key };
  return { base_url: field('base_url'), model: field('model'), ...change };
}
