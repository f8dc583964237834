import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Campaign, changeCampaign } from '../../../server/campaigns.ts';
import { type DraftForm, useDraft } from '../../../shared/form/use-draft.ts';
import { faultPaths } from './flow-faults.ts';
import { goalOf, type StepDraft, stepDraftOf } from './step-draft.ts';

interface FlowDraft {
  readonly steps: readonly StepDraft[];
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
  const [from] = useState<FlowDraft>(() => ({ steps: loaded.effective_config.goals.map(stepDraftOf) }));
  const form = useDraft({
    from,
    prepare: ({ steps }) => ({ ok: true, body: steps.map(goalOf) }),
    shown: ({ steps }) => faultPaths(steps),
    send: async (goals) => {
      const config = { goals: goals.map((goal) => ({ ...goal })) };
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
