import { Button, Checkbox, Group, NumberInput, Radio, ScrollArea, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { removeSuite, type Suite, type SuiteBody, saveSuite } from '../../server/agent-proofs.ts';
import type { Scenario } from '../../server/coaching.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

interface SuiteFormProps {
  readonly agentUuid: string;
  readonly suite: Suite | null;
  readonly scenarios: readonly Scenario[];
  readonly onSaved: (text: string) => Promise<void>;
}

const usual = { repeats: 3, bar: 80 } as const;
const fields = ['scenario_uuids', 'repeats', 'mode', 'bar'] as const;

/** The scenarios that prove a version, how often and how they are played, and the bar. */
export function SuiteForm({ agentUuid, suite, scenarios, onSaved }: SuiteFormProps) {
  const [chosen, setChosen] = useState<readonly string[]>(suite?.scenarios.map(({ uuid }) => uuid) ?? []);
  const [repeats, setRepeats] = useState<number | string>(suite?.repeats ?? usual.repeats);
  const [mode, setMode] = useState<Suite['mode']>(suite?.mode ?? 'text');
  const [hasBar, setHasBar] = useState(suite?.bar != null);
  const [bar, setBar] = useState<number | string>(suite?.bar ?? usual.bar);
  const { busy, isBusy, trouble, faults, send } = useSending<'save' | 'remove'>(fields);
  const runs = 2 * chosen.length * (Number(repeats) || 0);

  const save = async (): Promise<void> => {
    const body: SuiteBody = {
      scenario_uuids: [...chosen],
      repeats: Number(repeats),
      mode,
      bar: hasBar ? Number(bar) : null,
    };
    const answer = await send(() => saveSuite(agentUuid, body));
    if (answer?.ok) await onSaved(t('The suite is saved.'));
  };
  const remove = async (): Promise<void> => {
    const answer = await send(() => removeSuite(agentUuid), { action: 'remove' });
    if (answer?.ok) await onSaved(t('The suite is removed.'));
  };
  if (scenarios.length === 0)
    return (
      <Text size="sm">
        {rich('There are no scenarios yet. {link} first: a customer with a situation, whom the agent has to serve.', {
          link: <Link href="/scenarios/new">{t('Create one')}</Link>,
        })}
      </Text>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        <TroubleLine text={trouble} />
        <Checkbox.Group label={t('Scenarios')} value={[...chosen]} onChange={setChosen} error={faults.scenario_uuids}>
          <ScrollArea.Autosize mah={260} type="auto" viewportProps={{ tabIndex: -1 }}>
            <Stack gap={6} mt={6}>
              {scenarios.map(({ uuid, name }) => (
                <Checkbox key={uuid} value={uuid} label={name} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        </Checkbox.Group>
        <NumberInput
          label={t('Runs of each scenario')}
          description={t('A scenario passes only if all of its runs pass.')}
          value={repeats}
          onChange={setRepeats}
          min={1}
          max={10}
          error={faults.repeats}
          maw={220}
        />
        <Radio.Group
          label={t('How the customers talk')}
          value={mode}
          onChange={(value) => setMode(value as typeof mode)}
          error={faults.mode}
        >
          <Stack gap={6} mt={6}>
            <Radio value="text" label={t('In writing, which takes seconds')} />
            <Radio value="voice" label={t('By voice, with synthesised speech')} />
          </Stack>
        </Radio.Group>
        <Checkbox
          label={t('Publish only what passes')}
          description={t('A version below this bar is not published, neither here nor by the API.')}
          checked={hasBar}
          onChange={({ currentTarget }) => setHasBar(currentTarget.checked)}
        />
        {hasBar && (
          <NumberInput
            label={t('Bar: percentage of scenarios that must pass')}
            value={bar}
            onChange={setBar}
            min={0}
            max={100}
            suffix="%"
            error={faults.bar}
            maw={320}
          />
        )}
        <Group gap="sm">
          <Button type="submit" variant="default" loading={busy === 'save'} disabled={chosen.length === 0}>
            {t('Save suite')}
          </Button>
          {suite !== null && (
            <Button
              variant="subtle"
              color="red.9"
              loading={busy === 'remove'}
              disabled={isBusy}
              onClick={() => void remove()}
            >
              {t('Remove the suite')}
            </Button>
          )}
          <Text size="sm" className="quiet">
            {t('{runs, plural, one {# run} other {# runs}} in a proof', { runs })}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
