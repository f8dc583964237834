import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Campaign, changeCampaign, getCampaign } from '../../../server/campaigns.ts';
import { type DraftForm, useDraft } from '../../../shared/form/use-draft.ts';
import { type Basis, configOf, type FlowDraft, mergedFlow } from './flow-draft.ts';
import { faultPaths } from './flow-faults.ts';
import type { StepConflict } from './merge-steps.ts';
import { type StepDraft, stepDraftsOf } from './step-draft.ts';
import { useUndo } from './use-undo.ts';

export interface FlowForm extends DraftForm<FlowDraft> {
  /** Changes the steps; `of` is the key of the step that a person is editing, whose changes are undone together. */
  edit(steps: readonly StepDraft[], of?: string): void;
  /** Undoes the last change since the last save; undefined if there is none. */
  readonly undo: (() => void) | undefined;
  /** A remark on the next version. */
  readonly note: string;
  readonly setNote: (note: string) => void;
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
  /** The same for a draft that was edited while the last save was in progress. */
  const baseOfEdited = useRef(base.current);
  /** The draft of the last save, whose keys the saved steps keep. */
  const sent = useRef<FlowDraft>(undefined);
  const wasMerged = useRef(false);
  const keep = useRef<'mine' | 'theirs'>(undefined);
  const [note, setNote] = useState('');
  const [conflicts, setConflicts] = useState<readonly StepConflict[]>();
  const [from] = useState<FlowDraft>(() => {
    return draftOf(loaded);
  });

  /** Saves the changes of both people, unless they changed the same and nobody has decided whose value to take. */
  async function merged({ basis, draft, refused, decided }: Refused): Promise<Saved> {
    const now = await getCampaign(loaded.uuid);
    if (!now.ok || now.value.version === basis.version) return refused;
    const next = mergedFlow({ base: basis, draft, theirs: basisOf(now.value), keep: decided ?? 'theirs' });
    if (next.conflicts.length > 0 && decided === undefined) {
      setConflicts(next.conflicts);
      return refused;
    }
    wasMerged.current = true;
    return changeCampaign(loaded.uuid, { config: next.config, version_note: note }, now.value.version);
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
      sent.current = draft;
      wasMerged.current = false;
      const basis = draft.version === base.current.version ? base.current : baseOfEdited.current;
      const body = { config: configOf(draft), version_note: note };
      const answer = await changeCampaign(loaded.uuid, body, basis.version);
      return answer.ok || answer.status !== 409 ? answer : merged({ basis, draft, refused: answer, decided });
    },
    savedAs: (saved) => draftOf(saved, sent.current?.steps),
    // Steps are merged at the next save.
    keepTyped: (now) => now,
    onDone: async (saved) => {
      // A draft that was edited meanwhile lacks the other person's changes. Its next save is merged with them.
      if (wasMerged.current && sent.current !== undefined)
        baseOfEdited.current = { ...drafted(sent.current), version: base.current.version };
      else baseOfEdited.current = basisOf(saved);
      base.current = basisOf(saved);
      // Earlier steps lack what somebody else has saved.
      past.forget();
      setNote('');
      await Promise.all(['campaigns', 'flows'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
      onSaved();
    },
  });
  const past = useUndo<Pick<FlowDraft, 'steps' | 'opening'>>(form.set);
  return {
    ...form,
    edit(steps, of) {
      past.keep({ steps: form.draft.steps, opening: form.draft.opening }, of);
      form.set({ steps });
    },
    undo: past.isPossible ? past.undo : undefined,
    note,
    setNote,
    conflicts,
    decide(whose) {
      keep.current = whose;
      void form.save();
    },
  };
}

type Saved = Awaited<ReturnType<typeof changeCampaign>>;

/** A save that was refused because somebody else has saved meanwhile. */
interface Refused {
  readonly basis: Basis;
  readonly draft: FlowDraft;
  readonly refused: Saved;
  readonly decided: 'mine' | 'theirs' | undefined;
}

const basisOf = ({ version, effective_config: { goals, opening_goal: opening } }: Campaign): Basis => ({
  version,
  goals,
  opening,
});

const drafted = (draft: FlowDraft): Omit<Basis, 'version'> => {
  const { goals, opening_goal: opening } = configOf(draft);
  return { goals, opening };
};

function draftOf(
  { version, effective_config: { goals, opening_goal: opening } }: Campaign,
  before: readonly StepDraft[] = [],
): FlowDraft {
  const steps = stepDraftsOf(goals, before);
  return { steps, opening: steps.find(({ id }) => id === opening)?.key, version };
}
