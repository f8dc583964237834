import { NativeSelect, NumberInput, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { type PracticeRun, type RunBody, startRun, useAllScenarios } from '../../server/coaching.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { clockNames, modeNames } from './run-words.ts';
import { useTargets } from './use-targets.ts';

interface StartRunDialogProps {
  /** Preselected scenario. */
  readonly scenario?: string;
  /** Preselected target: the kind, a colon and the id. */
  readonly target?: string;
  readonly onStarted: (run: PracticeRun) => void;
  readonly onCancel: () => void;
}

const shown = [
  'mode',
  'clock',
  'target_kind',
  'scenario_uuid',
  'target_uuid',
  'seed',
  'agent_prompt',
  'agent_opens',
] as const;
const openings = [
  { value: '', label: t('As the scenario says') },
  { value: 'true', label: t('The agent') },
  { value: 'false', label: t('The customer') },
];

/** Dialog that starts a run of a scenario against a target. */
export function StartRunDialog({ scenario = '', target = '', onStarted, onCancel }: StartRunDialogProps) {
  const { cancel } = useGoBack(onCancel);
  const scenarios = useAllScenarios().data?.results;
  const { groups } = useTargets();
  const [mode, setMode] = useState('text');
  const submit = useSubmit(
    (field) => {
      const [kind, uuid = ''] = field('target').split(':');
      const opens = field('opens');
      return startRun({
        mode: field('mode') as RunBody['mode'],
        scenario_uuid: field('scenario'),
        target_kind: kind as PracticeRun['target_kind'],
        target_uuid: uuid,
        ...(field('clock') === '' ? {} : { clock: field('clock') as NonNullable<RunBody['clock']> }),
        ...(field('seed') === '' ? {} : { seed: Number(field('seed')) }),
        ...(opens === '' ? {} : { agent_opens: opens === 'true' }),
        ...(field('prompt').trim() === '' ? {} : { agent_prompt: field('prompt') }),
      });
    },
    onStarted,
    shown,
  );
  const { faults } = submit;
  const isLoaded = scenarios !== undefined && groups !== undefined;
  return (
    <FormDialog title={t('Start a practice run')} action={t('Start run')} {...submit} onClose={cancel}>
      {scenarios?.length === 0 && (
        <Text>
          {rich('A run needs a scenario. {link}', {
            link: <Link href="/scenarios/new">{t('Create a scenario')}</Link>,
          })}
        </Text>
      )}
      <NativeSelect
        key={`scenarios ${isLoaded}`}
        label={t('Scenario')}
        name="scenario"
        required
        withAsterisk={false}
        defaultValue={scenario}
        error={faults.scenario_uuid}
        data={[
          { value: '', label: isLoaded ? t('Choose a scenario') : t('Loading…'), disabled: true },
          ...(scenarios ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
        ]}
        data-autofocus
      />
      <NativeSelect
        key={`targets ${isLoaded}`}
        label={t('Who is practised with')}
        description={t('An agent, or a campaign with its goals and tools. Tools are answered by the scenario.')}
        name="target"
        required
        withAsterisk={false}
        defaultValue={target}
        error={faults.target_uuid ?? faults.target_kind}
        data={[
          { value: '', label: isLoaded ? t('Choose an agent') : t('Loading…'), disabled: true },
          ...(groups ?? []),
        ]}
      />
      <NativeSelect
        label={t('How')}
        description={t('By voice, the customer calls a campaign, and the run is recorded.')}
        name="mode"
        error={faults.mode}
        value={mode}
        onChange={({ currentTarget }) => setMode(currentTarget.value)}
        data={Object.entries(modeNames).map(([value, label]) => ({ value, label }))}
      />
      {mode === 'voice' && (
        <NativeSelect
          label={t('Clock')}
          description={t(
            "Virtual time is faster than the call, and the same seed gives the same recording. Real time goes over the server's own connections, and waits for a free line.",
          )}
          name="clock"
          error={faults.clock}
          data={Object.entries(clockNames).map(([value, label]) => ({ value, label }))}
        />
      )}
      <NativeSelect label={t('Who speaks first')} name="opens" data={openings} error={faults.agent_opens} />
      <NumberInput
        label={t('Seed (optional)')}
        description={t('The same seed gives the same customer.')}
        name="seed"
        allowDecimal={false}
        min={0}
        error={faults.seed}
      />
      <Textarea
        label={t('Persona of the agent in this run (optional)')}
        description={t('Tries other instructions. The agent itself is not changed.')}
        name="prompt"
        rows={3}
        maxLength={20_000}
        error={faults.agent_prompt}
      />
    </FormDialog>
  );
}
