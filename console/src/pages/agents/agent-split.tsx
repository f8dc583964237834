import { Button, Group, Loader, NativeSelect, NumberInput, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { promoteSplit, type Split, startSplit, stopSplit, useSplit } from '../../server/agent-splits.ts';
import type { Agent } from '../../server/answers.ts';
import { useVersions, type VersionSummary } from '../../server/versions.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { dateAndTime } from '../../shared/page/figures.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { EarlierSplits } from './earlier-splits.tsx';
import { SplitResults } from './split-results.tsx';
import { splitText } from './split-text.ts';

interface AgentSplitProps {
  readonly agent: Agent;
  readonly isReadOnly: boolean;
  /** Called when another version was published. */
  readonly onPromoted: (version: number) => Promise<void>;
}

/** Split test of an agent: a share of the contacts gets another version, and both are compared. */
export function AgentSplit({ agent, isReadOnly, onPromoted }: AgentSplitProps) {
  const queries = useQueryClient();
  const { data: split, error } = useSplit(agent.uuid);
  const announcer = useAnnouncer();
  const isRunning = split != null && split.ended_at === null;
  const renew = async (text: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['agent-split', agent.uuid] });
    announcer.sayHere(text);
  };
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="agent-split">
      <Title order={2} size="h4" id="agent-split" mb={4}>
        {t('Split test')}
      </Title>
      <Text size="sm" className="quiet" mb="sm">
        {t(
          'A share of the contacts gets another version of this agent, always the same people. Nothing else is published until the test ends.',
        )}
      </Text>
      <Announcement {...announcer} />
      {error !== null && <TroubleLine text={error.message} />}
      {split === undefined && error === null && <Loader size="sm" aria-label={t('Loading the split test')} />}
      {split === null && isReadOnly && <Text size="sm">{t('This agent had no split test.')}</Text>}
      {split !== undefined && !isRunning && !isReadOnly && (
        <NewSplit agent={agent} onStarted={() => renew(t('The split test has begun.'))} />
      )}
      {split != null && (
        <section aria-label={isRunning ? t('Split test in progress') : t('Latest split test')}>
          <Text fw={600} mt={isRunning ? 0 : 'md'}>
            {splitText(split)}
          </Text>
          <SplitResults split={split} />
          {isRunning && !isReadOnly && (
            <Ending
              split={split}
              onStopped={() => renew(t('The split test was stopped. New calls use the published version.'))}
              onPromoted={async () => {
                await queries.invalidateQueries({ queryKey: ['agent-split', agent.uuid] });
                await onPromoted(split.other_version);
              }}
            />
          )}
        </section>
      )}
      <EarlierSplits agentUuid={agent.uuid} />
    </Paper>
  );
}

interface NewSplitProps {
  readonly agent: Agent;
  readonly onStarted: () => Promise<void>;
}

const mostVersions = 100;
const usualPercent = 10;

function NewSplit({ agent: { uuid }, onStarted }: NewSplitProps) {
  const { data, error } = useVersions({ kind: 'agents', uuid }, { limit: mostVersions, offset: 0 });
  const [chosen, setChosen] = useState<string>();
  const [percent, setPercent] = useState<number | string>(usualPercent);
  const { isBusy, trouble, faults, send } = useSending(['version', 'percent']);
  const others = (data?.versions ?? []).filter(({ state }) => state !== 'current');
  const version = chosen ?? `${others[0]?.version ?? ''}`;
  const start = async (): Promise<void> => {
    const answer = await send(() => startSplit(uuid, { version: Number(version), percent: Number(percent) }));
    if (answer?.ok) await onStarted();
  };
  if (error !== null) return <TroubleLine text={error.message} />;
  if (data !== undefined && others.length === 0)
    return (
      <Text size="sm">{t('There is no other version yet. Change something and save it as a draft to test it.')}</Text>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <TroubleLine text={trouble} />
      <Stack gap="sm" align="flex-start">
        <NativeSelect
          label={t('Version to compare with the published one')}
          data={others.map((each) => ({ value: `${each.version}`, label: nameOf(each) }))}
          value={version}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          error={faults.version}
          w="100%"
          maw={420}
        />
        <NumberInput
          label={t('Percentage of contacts that get it')}
          value={percent}
          onChange={setPercent}
          min={1}
          max={99}
          suffix="%"
          error={faults.percent}
          w="100%"
          maw={420}
        />
        <Button type="submit" loading={isBusy}>
          {t('Start split test')}
        </Button>
      </Stack>
    </form>
  );
}

function nameOf({ version, state, note, created_at: at }: VersionSummary): string {
  const name =
    state === 'draft'
      ? t('Draft, version {number}', { number: `${version}` })
      : t('Version {number} of {at}', { number: `${version}`, at: dateAndTime(at) });
  return note === null ? name : `${name}: ${note}`;
}

interface EndingProps {
  readonly split: Split;
  readonly onStopped: () => Promise<void>;
  readonly onPromoted: () => Promise<void>;
}

function Ending({ split: { agent_uuid: uuid, other_version: other }, onStopped, onPromoted }: EndingProps) {
  const { busy, trouble, send } = useSending<'stop' | 'promote'>();
  const stop = async (): Promise<void> => {
    const answer = await send(() => stopSplit(uuid), { action: 'stop' });
    if (answer?.ok) await onStopped();
  };
  const promote = async (): Promise<void> => {
    const answer = await send(() => promoteSplit(uuid), { action: 'promote' });
    if (answer?.ok) await onPromoted();
  };
  return (
    <>
      <Group gap="sm" mt="md">
        <Button variant="default" loading={busy === 'stop'} onClick={() => void stop()}>
          {t('Stop the test')}
        </Button>
        <Button loading={busy === 'promote'} onClick={() => void promote()}>
          {t('Publish version {number} for everybody', { number: `${other}` })}
        </Button>
      </Group>
      <div style={{ marginTop: trouble === undefined ? 0 : 'var(--mantine-spacing-sm)' }}>
        <TroubleLine text={trouble} />
      </div>
    </>
  );
}
