import { Alert, Fieldset, NativeSelect, NumberInput, Stack } from '@mantine/core';
import { t } from '../../language/text.ts';
import { type ModelConnection, useModelConnections } from '../../server/model-connections.ts';
import { useMe } from '../../shared/account/use-account.ts';
import type { Speculation } from './agent-draft.ts';
import type { AgentPartProps } from './agent-part.ts';

const speculations = [
  { value: 'always', label: t('At each pause of the caller: fastest') },
  { value: 'sure', label: t('When the words sound finished') },
  { value: 'never', label: t('When the caller has finished: fewest tokens') },
] as const satisfies readonly { readonly value: Speculation; readonly label: string }[];

/** Part of the form for the language model that answers, and for what happens when it fails. */
export function AgentModel({ draft, set, faults }: AgentPartProps) {
  const role = useMe().data?.role;
  // Members see agents, but not the connections of the organisation.
  const connections = useModelConnections(role === 'manager' || role === 'admin').data?.connections ?? [];
  return (
    <Fieldset legend={t('Language model')} className="surface" mx={0}>
      <Stack gap="sm">
        <NativeSelect
          label={t('Model')}
          description={standardText(connections)}
          value={draft.model}
          error={faults['model.uuid'] ?? faults.model}
          onChange={({ currentTarget }) =>
            set({
              model: currentTarget.value,
              ...(currentTarget.value === draft.fallbackModel && { fallbackModel: '' }),
            })
          }
          data={[{ value: '', label: t('The default') }, ...choicesOf(connections, draft.model)]}
          maw={420}
        />
        {usesNoTools(connections, draft.model) && (
          <Alert color="yellow" title={t('This model cannot use tools')}>
            {t(
              'Its server refused them in the latest test or call. The agent answers, but it cannot look things up, book, transfer or end a call.',
            )}
          </Alert>
        )}
        {draft.model !== '' && (
          <>
            <NativeSelect
              label={t('Fallback')}
              description={t('Answers when the model fails or is slow; then the embedded engine does.')}
              value={draft.fallbackModel}
              error={faults['model.fallback_uuid']}
              onChange={({ currentTarget }) => set({ fallbackModel: currentTarget.value })}
              data={[
                { value: '', label: t('The embedded engine') },
                ...choicesOf(connections, draft.fallbackModel).filter(({ value }) => value !== draft.model),
              ]}
              maw={420}
            />
            <NumberInput
              label={t('Temperature')}
              description={t('0 to 2. Empty: that of the model.')}
              value={draft.modelTemperature}
              error={faults['model.temperature']}
              onChange={(modelTemperature) => set({ modelTemperature })}
              min={0}
              max={2}
              step={0.1}
              maw={420}
              hideControls
            />
            <NativeSelect
              label={t('Replies are prepared')}
              description={t(
                'A reply that the caller talks over before it begins is discarded. Its tokens are paid for.',
              )}
              value={draft.speculation}
              onChange={({ currentTarget }) => set({ speculation: currentTarget.value as Speculation })}
              data={[...speculations]}
              maw={420}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  );
}

/** Whether it is known that the server of the agent's model refuses tools. */
function usesNoTools(connections: readonly ModelConnection[], model: string): boolean {
  const used = connections.find(({ uuid, is_default: isDefault }) => (model === '' ? isDefault : uuid === model));
  return used?.learned?.tools === false;
}

function standardText(connections: readonly ModelConnection[]): string {
  const standard = connections.find(({ is_default: isDefault }) => isDefault);
  return standard === undefined
    ? t('The default is the model of the server, or the embedded engine if there is none.')
    : t('The default of your organisation is “{name}”.', { name: standard.name });
}

/** Keeps the chosen model selectable while the list is loading, and for members. */
function choicesOf(connections: readonly ModelConnection[], own: string) {
  const choices = connections.map(({ uuid, name, model }) => ({ value: uuid, label: `${name} (${model})` }));
  return own === '' || choices.some(({ value }) => value === own)
    ? choices
    : [...choices, { value: own, label: t('A model of your organisation') }];
}
