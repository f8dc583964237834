import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Campaign, changeCampaign, getCampaign } from '../../../server/campaigns.ts';
import { type DraftForm, useDraft } from '../../../shared/form/use-draft.ts';
import { type Basis, configOf, type FlowDraft, mergedFlow } from './flow-draft.ts';
import { faultPaths } from './flow-faults.ts';
import type { StepConflict } from './merge-steps.ts';
import { type StepDraft, stepDraftsOf } from './step-draft.ts';

export interface FlowForm extends DraftForm<FlowDraft> {
  /** What somebody else changed differently, because of which the last save was refused; undefined otherwise. */
  readonly conflicts: readonly StepConflict[] | undefined;
  /** Chooses whose values the next save takes for these. Other changes of both are kept. */
  decide(keep: 'mine' | 'theirs'): void;
}

/** The steps of a campaign as a draft, which is saved as a whole. */
export function useFlowForm(loaded: Campaign, onSaved: () => void): FlowForm {
  const queries = useQueryClient();
  /** What the next save is based on: the page's own data is renewed while a campaign runs. */
  const base = useRef(basisOf(loaded));
  /** The steps of the last save, whose keys the saved ones keep. */
  const sent = useRef<readonly StepDraft[]>([]);
  const keep = useRef<'mine' | 'theirs'>(undefined);
  const [conflicts, setConflicts] = useState<readonly StepConflict[]>();
  const [from] = useState<FlowDraft>(() => {
    return draftOf(loaded);
  });

  /** Saves the changes of both people, unless they changed the same and nobody has decided whose value to take. */
  async function merged(draft: FlowDraft, refused: Saved, decided: 'mine' | 'theirs' | undefined): Promise<Saved> {
    const now = await getCampaign(loaded.uuid);
    if (!now.ok || now.value.version === base.current.version) return refused;
    const next = mergedFlow({ base: base.current, draft, theirs: basisOf(now.value), keep: decided ?? 'theirs' });
    if (next.conflicts.length > 0 && decided === undefined) {
      setConflicts(next.conflicts);
      return refused;
    }
    return changeCampaign(loaded.uuid, { config: next.config }, now.value.version);
  }

  const form = useDraft({
    from,
    prepare: (draft) => ({ ok: true, body: draft }),
    shown: ({ steps }) => faultPaths(steps),
    send: async (draft) => {
      // A decision holds for one save: the next one may find other conflicts.
      const decided = keep.current;
      keep.current = undefined;
      setConflicts(undefined);
      sent.current = draft.steps;
      const answer = await changeCampaign(loaded.uuid, { config: configOf(draft) }, base.current.version);
      return answer.ok || answer.status !== 409 ? answer : merged(draft, answer, decided);
    },
    savedAs: (saved) => draftOf(saved, sent.current),
    onDone: async (saved) => {
      base.current = basisOf(saved);
      await Promise.all(['campaigns', 'flows'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
      onSaved();
    },
  });
  return {
    ...form,
    conflicts,
    decide(whose) {
      keep.current = whose;
      void form.save();
    },
  };
}

type Saved = Awaited<ReturnType<typeof changeCampaign>>;

const basisOf = ({ version, effective_config: { goals, opening_goal: opening } }: Campaign): Basis => ({
  version,
  goals,
  opening,
});

function draftOf(
  { effective_config: { goals, opening_goal: opening } }: Campaign,
  before: readonly StepDraft[] = [],
): FlowDraft {
  const steps = stepDraftsOf(goals, before);
  return { steps, opening: steps.find(({ id }) => id === opening)?.key };
}
