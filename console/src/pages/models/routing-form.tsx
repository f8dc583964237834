import { NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { changeModelRouting, type ModelRouting } from '../../server/voices.ts';
import { SettingsPaper } from './settings-paper.tsx';
import { useSettingsForm } from './use-settings-form.ts';

const shown = ['stt_model', 'vllm.url', 'vllm'];

const recognisers = [
  { value: 'gpu', label: t('The recogniser of this server') },
  { value: 'speech_a', label: t('The speech provider (speech_a)') },
];

interface RoutingFormProps {
  readonly routing: ModelRouting;
  readonly isReadOnly: boolean;
}

/** Form for speech recognition in calls, and for inference servers. */
export function RoutingForm({ routing, isReadOnly }: RoutingFormProps) {
  const form = useSettingsForm({ settings: routing, queryKey: ['model-routing'], send: changeModelRouting, shown });
  const { draft, set, faults } = form;
  return (
    <SettingsPaper
      id="routing"
      title={t('Speech engines')}
      lead={t('Applies to the next call.')}
      form={form}
      isReadOnly={isReadOnly}
    >
      <NativeSelect
        label={t('Recogniser')}
        description={t(
          'If the provider is not configured, calls use the recogniser of this server and raise an alarm.',
        )}
        data={recognisers}
        value={draft.stt_model}
        error={faults.stt_model}
        onChange={({ currentTarget }) => set({ stt_model: currentTarget.value as ModelRouting['stt_model'] })}
        maw={420}
      />
      <Stack gap="xs">
        <Switch
          label={t('Language model server')}
          description={t(
            'Its first model answers callers from the next call on, unless a language model is stored above. The server needs the OpenAI chat-completions API. Parley sends no key.',
          )}
          checked={draft.vllm.enabled}
          onChange={({ currentTarget }) => set({ vllm: { ...draft.vllm, enabled: currentTarget.checked } })}
        />
        {routing.unused_stages?.includes('vllm') === true && (
          <Text size="sm">{t('Not used now: the language model stored above answers callers.')}</Text>
        )}
        {(draft.vllm.enabled || draft.vllm.url !== null) && (
          <TextInput
            label={t('Address of the language model server')}
            placeholder="https://inference.example.com"
            value={draft.vllm.url ?? ''}
            error={faults['vllm.url'] ?? faults.vllm}
            onChange={({ currentTarget }) =>
              set({ vllm: { ...draft.vllm, url: currentTarget.value === '' ? null : currentTarget.value } })
            }
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Stack>
    </SettingsPaper>
  );
}
