import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { type AnalysisRouting, changeAnalysisRouting } from '../../server/voices.ts';
import { SettingsPaper } from './settings-paper.tsx';
import { useSettingsForm } from './use-settings-form.ts';

const stages = {
  translation: [
    t('Translate transcripts'),
    t('Transcripts that are not English are translated before they are analysed.'),
  ],
  custom_analysis: [t('Ask a language model'), t('For values that the rules did not find.')],
} as const;
type Stage = keyof typeof stages;
const stageNames = Object.keys(stages) as Stage[];
const shown = ['stt_model', ...stageNames.flatMap((stage) => [`${stage}.vllm_endpoint`, `${stage}.provider`, stage])];

interface AnalysisFormProps {
  readonly routing: AnalysisRouting;
  readonly isReadOnly: boolean;
}

/** Form for the models that analyse conversations. */
export function AnalysisForm({ routing, isReadOnly }: AnalysisFormProps) {
  const form = useSettingsForm({
    settings: routing,
    queryKey: ['analysis-routing'],
    send: changeAnalysisRouting,
    shown,
  });
  const { draft, set, faults } = form;
  return (
    <SettingsPaper
      id="analysis"
      title={t('Analysis of conversations')}
      lead={t('Applies to the next conversation that is analysed.')}
      form={form}
      isReadOnly={isReadOnly}
    >
      {stageNames.map((stage) => {
        const [label, description] = stages[stage];
        const { enabled, provider, vllm_endpoint: endpoint } = draft[stage];
        const change = (part: Partial<AnalysisRouting[Stage]>): void => set({ [stage]: { ...draft[stage], ...part } });
        return (
          <Stack key={stage} gap="xs">
            <Switch
              label={label}
              description={description}
              checked={enabled}
              onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
            />
            {enabled && (
              <NativeSelect
                label={t('Model for “{label}”', { label })}
                value={provider}
                error={faults[`${stage}.provider`] ?? faults[stage]}
                onChange={({ currentTarget }) => change({ provider: currentTarget.value as typeof provider })}
                data={[
                  { value: 'platform', label: t('The language model of calls') },
                  { value: 'vllm', label: t('A server of its own') },
                ]}
                maw={420}
              />
            )}
            {enabled && provider === 'vllm' && (
              <TextInput
                label={t('Address of the server for “{label}”', { label })}
                placeholder="https://inference.example.com/v1"
                value={endpoint ?? ''}
                error={faults[`${stage}.vllm_endpoint`]}
                onChange={({ currentTarget }) =>
                  change({ vllm_endpoint: currentTarget.value === '' ? null : currentTarget.value })
                }
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Stack>
        );
      })}
    </SettingsPaper>
  );
}
