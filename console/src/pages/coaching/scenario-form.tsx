import { Fieldset, NativeSelect, NumberInput, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { addScenario, type Scenario, useAllPersonas } from '../../server/coaching.ts';
import { DraftForm } from '../../shared/form/draft-form.tsx';
import { addressKey } from '../../shared/form/kept-draft.ts';
import { useDraft } from '../../shared/form/use-draft.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { FactRows } from './fact-rows.tsx';
import { difficultyNames, lineNames } from './run-words.ts';
import { prepare, type ScenarioDraft } from './scenario-draft.ts';
import { ScenarioJudging } from './scenario-judging.tsx';
import type { ScenarioPartProps } from './scenario-part.ts';
import { ScenarioPreview } from './scenario-preview.tsx';

const shown = [
  ...['name', 'persona_uuid', 'situation', 'objective', 'difficulty', 'category', 'hidden_state'],
  ...['stop_conditions.max_turns', 'stop_conditions.satisfied_when', 'stop_conditions.hangup_triggers'],
  ...['rubric', 'rubric_field_ids', 'tool_mocks', 'line_quality'],
];

interface ScenarioFormProps {
  readonly from: ScenarioDraft;
  readonly onDone: (scenario: Scenario) => void;
}

/** Form for a scenario: a persona in a situation. */
export function ScenarioForm({ from, onDone }: ScenarioFormProps) {
  const [keepAs] = useState(addressKey);
  const form = useDraft({ from, prepare, shown: () => shown, send: addScenario, onDone, keepAs });
  const { draft, set, faults } = form;
  return (
    <DraftForm form={form} legend={t('The scenario')} action={t('Create the scenario')} maxWidth={860}>
      <Situation {...form} />
      <Fieldset legend={t('Hidden facts of this call')} className="surface" mx={0}>
        <Text size="sm" className="quiet" mb="sm">
          {t('Withheld beside those of the persona.')}
        </Text>
        <FactRows
          what={t('hidden fact')}
          facts={draft.hidden}
          onChange={(hidden) => set({ hidden })}
          faults={faults}
          isHidden
        />
        {faults.hidden_state !== undefined && <TroubleLine text={faults.hidden_state} />}
      </Fieldset>
      <End {...form} />
      <ScenarioJudging {...form} />
      <Fieldset legend={t('Tools')} className="surface" mx={0}>
        <Textarea
          label={t('Answers of tools (JSON, optional)')}
          description={t('By the name of the tool. A tool without an answer is done.')}
          placeholder={'{"find_order": [{"when": {"number": "77"}, "result": {"status": "sent"}}]}'}
          value={draft.toolMocks}
          error={faults.tool_mocks}
          onChange={({ currentTarget }) => set({ toolMocks: currentTarget.value })}
          rows={4}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      </Fieldset>
      <ScenarioPreview draft={draft} />
    </DraftForm>
  );
}

const plain = { withAsterisk: false, autoComplete: 'off' } as const;

function Situation({ draft, set, faults }: ScenarioPartProps) {
  const personas = useAllPersonas().data?.results;
  return (
    <Fieldset legend={t('Basics')} className="surface" mx={0}>
      <Stack gap="sm">
        <TextInput
          {...plain}
          label={t('Name')}
          value={draft.name}
          error={faults.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          required
          maxLength={200}
        />
        <NativeSelect
          label={t('Persona')}
          description={
            personas?.length === 0
              ? rich('No personas yet. {link}', { link: <Link href="/personas/new">{t('Create a persona')}</Link> })
              : t('The simulated customer.')
          }
          value={draft.persona}
          error={faults.persona_uuid}
          onChange={({ currentTarget }) => set({ persona: currentTarget.value })}
          required
          withAsterisk={false}
          data={[
            { value: '', label: t('Choose a persona'), disabled: true },
            ...(personas ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
          ]}
        />
        <Textarea
          {...plain}
          label={t('Situation')}
          description={t('Told to the customer, as in: You would like to book a cleaning. You are a new patient.')}
          value={draft.situation}
          error={faults.situation}
          onChange={({ currentTarget }) => set({ situation: currentTarget.value })}
          required
          rows={3}
          maxLength={10_000}
        />
        <TextInput
          {...plain}
          label={t('Objective of the agent (optional)')}
          description={t('What has to be reached, as in: Book an appointment. The verdict depends on it.')}
          value={draft.objective}
          error={faults.objective}
          onChange={({ currentTarget }) => set({ objective: currentTarget.value })}
          maxLength={4000}
        />
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          <NativeSelect
            label={t('Difficulty')}
            description={t(
              'On hard the customer wants to be asked twice for what it hides, on adversarial three times.',
            )}
            value={draft.difficulty}
            error={faults.difficulty}
            onChange={({ currentTarget }) => set({ difficulty: currentTarget.value as ScenarioDraft['difficulty'] })}
            data={Object.entries(difficultyNames).map(([value, label]) => ({ value, label }))}
          />
          <NativeSelect
            label={t('Line in runs by voice')}
            description={t('Noise behind the voice of the customer, and packets that are lost.')}
            value={draft.lineQuality}
            error={faults.line_quality}
            onChange={({ currentTarget }) => set({ lineQuality: currentTarget.value as ScenarioDraft['lineQuality'] })}
            data={Object.entries(lineNames).map(([value, label]) => ({ value, label }))}
          />
          <TextInput
            {...plain}
            label={t('Category (optional)')}
            description={t('Groups scenarios in lists.')}
            value={draft.category}
            error={faults.category}
            onChange={({ currentTarget }) => set({ category: currentTarget.value })}
            maxLength={120}
          />
        </SimpleGrid>
        <NativeSelect
          label={t('Who speaks first')}
          value={draft.agentOpens ? 'agent' : 'customer'}
          onChange={({ currentTarget }) => set({ agentOpens: currentTarget.value === 'agent' })}
          data={[
            { value: 'agent', label: t('The agent') },
            { value: 'customer', label: t('The customer') },
          ]}
        />
      </Stack>
    </Fieldset>
  );
}

const End = ({ draft, set, faults }: ScenarioPartProps) => (
  <Fieldset legend={t('End of the call')} className="surface" mx={0}>
    <Stack gap="sm">
      <TextInput
        {...plain}
        label={t('The customer is satisfied when (optional)')}
        description={t('As in: the agent tells the price. Words in quotes must be said: "you are booked".')}
        value={draft.satisfiedWhen}
        error={faults['stop_conditions.satisfied_when']}
        onChange={({ currentTarget }) => set({ satisfiedWhen: currentTarget.value })}
        maxLength={500}
      />
      <Textarea
        {...plain}
        label={t('The customer hangs up when (optional)')}
        description={t('One condition a line.')}
        value={draft.hangupTriggers}
        error={faults['stop_conditions.hangup_triggers']}
        onChange={({ currentTarget }) => set({ hangupTriggers: currentTarget.value })}
        rows={2}
      />
      <NumberInput
        label={t('Most turns')}
        description={t('1 to 60. Empty: 20.')}
        value={draft.maxTurns}
        error={faults['stop_conditions.max_turns']}
        onChange={(maxTurns) => set({ maxTurns })}
        allowDecimal={false}
        maw={200}
      />
    </Stack>
  </Fieldset>
);
