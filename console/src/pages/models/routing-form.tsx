import { NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { changeModelRouting, type ModelRouting } from '../../server/voices.ts';
import { SettingsPaper } from './settings-paper.tsx';
import { useSettingsForm } from './use-settings-form.ts';

const stages = {
  diarization: t('Tell speakers apart'),
  embedding: t('Embeddings'),
  vllm: t('Language model server'),
} as const;
const effects = {
  diarization: t('Stored, but not used by this version: this server tells the speakers of recordings apart itself.'),
  embedding: t('Stored, but not used by this version: this server searches documents by meaning itself.'),
  vllm: t(
    'Its first model answers callers from the next call on, unless a language model is stored above. The server needs the OpenAI chat-completions API. Parley sends no key.',
  ),
} as const;
type Stage = keyof typeof stages;
const stageNames = Object.keys(stages) as Stage[];
const shown = ['stt_model', ...stageNames.flatMap((stage) => [`${stage}.url`, stage])];

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
      {stageNames.map((stage) => (
        <Stack key={stage} gap="xs">
          <Switch
            label={stages[stage]}
            description={effects[stage]}
            checked={draft[stage].enabled}
            onChange={({ currentTarget }) => set({ [stage]: { ...draft[stage], enabled: currentTarget.checked } })}
          />
          {stage === 'vllm' && routing.unused_stages?.includes(stage) === true && (
            <Text size="sm">{t('Not used now: the language model stored above answers callers.')}</Text>
          )}
          {(draft[stage].enabled || draft[stage].url !== null) && (
            <TextInput
              label={t('Address of the server for “{stage}”', { stage: stages[stage] })}
              placeholder="https://inference.example.com"
              value={draft[stage].url ?? ''}
              error={faults[`${stage}.url`] ?? faults[stage]}
              onChange={({ currentTarget }) =>
                set({ [stage]: { ...draft[stage], url: currentTarget.value === '' ? null : currentTarget.value } })
              }
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Stack>
      ))}
    </SettingsPaper>
  );
}
