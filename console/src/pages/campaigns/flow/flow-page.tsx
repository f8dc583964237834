import { Loader, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { t } from '../../../language/text.ts';
import { useAllAgents } from '../../../server/agents.ts';
import { type Campaign, useCampaign, useFlowCoverage } from '../../../server/campaigns.ts';
import { useMe } from '../../../shared/account/use-account.ts';
import { UnsavedChanges } from '../../../shared/form/unsaved.tsx';
import { Link } from '../../../shared/navigation/router.tsx';
import { useAnnouncer } from '../../../shared/page/announcement.tsx';
import { PageHeading } from '../../../shared/page/page-heading.tsx';
import { TroubleNotice } from '../../../shared/page/trouble-notice.tsx';
import { newBranch } from './branch-draft.ts';
import { FlowBar } from './flow-bar.tsx';
import { FlowDrawing } from './flow-drawing.tsx';
import { stepFaults } from './flow-faults.ts';
import { type FlowNames, noSteps } from './flow-words.ts';
import { missedText, reachOf } from './reach.ts';
import { newStep, type StepDraft, withoutStep, withStep } from './step-draft.ts';
import { StepList } from './step-list.tsx';
import { useFlowForm } from './use-flow-form.ts';

/** Page of the steps of a campaign's conversation, as a list and as a drawing. */
export function FlowPage({ uuid }: { readonly uuid: string }) {
  const role = useMe().data?.role;
  const campaign = useCampaign(uuid);
  const agents = useAllAgents();
  const error = campaign.error ?? agents.error;
  const [round, setRound] = useState(0);
  if (error !== null)
    return (
      <>
        <PageHeading title={t('Steps of the conversation')} />
        <TroubleNotice
          title={t('Could not load this campaign')}
          advice={error.message}
          onRetry={() => {
            void campaign.refetch();
            void agents.refetch();
          }}
        />
      </>
    );
  if (campaign.data === undefined || agents.data === undefined || role === undefined)
    return <Loader aria-label={t('Loading the campaign')} />;
  return (
    <Flow
      key={round}
      loaded={campaign.data}
      agents={agents.data.agents}
      isReadOnly={role === 'member'}
      onReload={async () => {
        await campaign.refetch();
        setRound(round + 1);
      }}
    />
  );
}

interface FlowProps {
  readonly loaded: Campaign;
  readonly agents: readonly { readonly uuid: string; readonly name: string }[];
  readonly isReadOnly: boolean;
  readonly onReload: () => Promise<void>;
}

function Flow({ loaded, agents, isReadOnly, onReload }: FlowProps) {
  const announcer = useAnnouncer();
  const form = useFlowForm(loaded, () => announcer.sayHere(t('The steps were saved. New calls use them.')));
  const [open, setOpen] = useState<string>();
  const { steps, opening, version } = form.draft;
  const agentNames = useMemo(() => new Map(agents.map(({ uuid, name }) => [uuid, name])), [agents]);
  const coverage = useFlowCoverage(loaded.uuid).data;
  const reach = useMemo(
    () => (coverage === undefined || form.isDirty ? undefined : reachOf(coverage, { steps, version })),
    [coverage, steps, version, form.isDirty],
  );
  const names: FlowNames = useMemo(() => ({ steps, agents: agentNames, reach }), [steps, agentNames, reach]);
  const show = (key: string | undefined): void => {
    setOpen(key);
    if (key !== undefined)
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-step="${key}"]`)?.focus());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a refused save opens a step
  useEffect(() => {
    const faulty = steps.find((_, index) => stepFaults(form.faults, index).length > 0);
    if (faulty !== undefined) show(faulty.key);
  }, [form.faults]);
  /** Adds a step, with a branch to it from the given one. */
  const add = (before?: StepDraft): void => {
    const step = newStep(steps);
    const from = before && { ...before, branches: [...before.branches, newBranch(step.key)] };
    form.edit([...(from === undefined ? steps : withStep(steps, from)), step]);
    show(step.key);
  };
  /** Returns what happened. */
  const remove = (step: StepDraft): string => {
    form.edit(withoutStep(steps, step));
    return t('The step {id} was taken out. Save to keep that.', { id: step.id });
  };
  const connect = (source: string, target: string): void => {
    const [start, end] = [source, target].map((wanted) => steps.find(({ key }) => key === wanted));
    if (start === undefined || end === undefined) return;
    form.edit(withStep(steps, { ...start, branches: [...start.branches, newBranch(end.key)] }));
    show(start.key);
  };
  const { undo } = form;
  const undoLast =
    undo &&
    ((): void => {
      undo();
      announcer.say(t('The last change is undone.'));
    });
  // Fields undo what is typed in them themselves.
  useHotkeys([['mod+Z', () => undoLast?.()]]);
  return (
    <>
      <PageHeading
        title={t('Steps of the conversation')}
        lead={<Link href={`/campaigns/${loaded.uuid}`}>{loaded.name}</Link>}
      />
      <UnsavedChanges isDirty={!isReadOnly && form.isDirty} />
      {steps.length > 0 && (
        <FlowDrawing
          names={names}
          opening={opening}
          open={open}
          faults={form.faults}
          onOpen={show}
          edit={
            isReadOnly
              ? undefined
              : {
                  onConnect: connect,
                  onAddAfter: add,
                  onRemove: (step) => announcer.say(remove(step)),
                  say: announcer.say,
                }
          }
        />
      )}
      <form onSubmit={form.onSubmit} aria-label={t('Steps of the conversation')}>
        <Title order={2} size="h4" mb="xs">
          {t('Steps')}
        </Title>
        {reach !== undefined && (
          <Text size="sm" mb="xs">
            {t('{runs, plural, one {# practice run} other {# practice runs}} since the steps were last changed.', {
              runs: reach.runs,
            })}{' '}
            {missedText(reach)}
          </Text>
        )}
        {steps.length === 0 && (
          <Text className="quiet" mb="sm">
            {noSteps}
          </Text>
        )}
        <StepList
          names={names}
          opening={opening}
          open={open}
          onOpen={show}
          onChange={isReadOnly ? undefined : (step) => form.edit(withStep(steps, step), step.key)}
          onRemove={(step) => announcer.sayHere(remove(step))}
          faultsOf={(index) => stepFaults(form.faults, index)}
        />
        {!isReadOnly && (
          <FlowBar form={form} announcer={announcer} onAdd={() => add()} onUndo={undoLast} onReload={onReload} />
        )}
      </form>
    </>
  );
}
