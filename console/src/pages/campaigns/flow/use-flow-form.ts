import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Campaign, changeCampaign } from '../../../server/campaigns.ts';
import { type DraftForm, useDraft } from '../../../shared/form/use-draft.ts';
import { faultPaths } from './flow-faults.ts';
import { goalsOf, type StepDraft, stepDraftsOf } from './step-draft.ts';

interface FlowDraft {
  readonly steps: readonly StepDraft[];
  /** Key of the step with which a call begins; undefined if none is set, or if it does not exist. */
  readonly opening: string | undefined;
}

export interface FlowForm extends DraftForm<FlowDraft> {
  /** Whether the last save was refused because somebody else changed the campaign. */
  readonly isConflict: boolean;
}

/** The steps of a campaign as a draft, which is saved as a whole. */
export function useFlowForm(loaded: Campaign, onSaved: () => void): FlowForm {
  const queries = useQueryClient();
  /** What the next save is based on: the page's own data is renewed while a campaign runs. */
  const base = useRef(loaded.version);
  const [isConflict, setConflict] = useState(false);
  const [from] = useState<FlowDraft>(() => {
    const steps = stepDraftsOf(loaded.effective_config.goals);
    return { steps, opening: steps.find(({ id }) => id === loaded.effective_config.opening_goal)?.key };
  });
  const form = useDraft({
    from,
    prepare: ({ steps, opening }) => ({ ok: true, body: configOf(steps, opening) }),
    shown: ({ steps }) => faultPaths(steps),
    send: async (config) => {
      const answer = await changeCampaign(loaded.uuid, { config }, base.current);
      setConflict(!answer.ok && answer.status === 409);
      return answer;
    },
    onDone: async ({ version }) => {
      base.current = version;
      await Promise.all(['campaigns', 'flows'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
      onSaved();
    },
  });
  return { ...form, isConflict };
}

/** Returns what is stored. The opening of a call follows its step to another name. */
function configOf(steps: readonly StepDraft[], opening: string | undefined) {
  const goals = goalsOf(steps).map((goal) => ({ ...goal }));
  const first = goals[steps.findIndex(({ key }) => key === opening)];
  return { goals, ...(first === undefined ? {} : { opening_goal: first.id }) };
}
