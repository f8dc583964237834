import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergedFlow } from '../../console/src/pages/campaigns/flow/flow-draft.ts';
import { mergeSteps } from '../../console/src/pages/campaigns/flow/merge-steps.ts';
import { reachOf } from '../../console/src/pages/campaigns/flow/reach.ts';
import { type Goal as StoredGoal, stepDraftsOf } from '../../console/src/pages/campaigns/flow/step-draft.ts';

interface Goal {
  readonly id: string;
  readonly examples: readonly string[];
  readonly questions: readonly object[];
  readonly done: string;
  readonly intro?: string;
  readonly instructions?: string;
  readonly tool?: string;
  readonly next?: readonly { readonly go?: string }[];
}

const goal = (id: string, more: Partial<Goal> = {}): Goal => ({ id, examples: [], questions: [], done: '', ...more });
const named = (goals: readonly Goal[]) => goals.map((each) => ({ goal: each, was: each.id }));
const base = [goal('greet', { next: [{ go: 'gold' }] }), goal('gold'), goal('cancel')];
const changed = (id: string, more: Partial<Goal>): Goal[] =>
  base.map((each) => (each.id === id ? { ...each, ...more } : each));

describe('two changes of one flow', () => {
  test('are both kept when they are of different steps, or of different fields of one step', () => {
    const mine = named(changed('greet', { done: 'Bye.' }));
    const theirs = changed('gold', { intro: 'Hello.' }).map((each) =>
      each.id === 'greet' ? { ...each, examples: ['My plan'] } : each,
    );
    const { goals, conflicts } = mergeSteps({ base, mine, theirs, keep: 'theirs' });
    expect(conflicts).toEqual([]);
    expect(goals).toEqual([
      goal('greet', { done: 'Bye.', examples: ['My plan'], next: [{ go: 'gold' }] }),
      goal('gold', { intro: 'Hello.' }),
      goal('cancel'),
    ]);
  });

  test('keep steps that either of them added, and leave out those that either deleted', () => {
    const mine = [...named(base.slice(0, 2)), { goal: goal('mine'), was: undefined }];
    const theirs = [...base, goal('theirs')];
    const { goals, conflicts } = mergeSteps({ base, mine, theirs, keep: 'theirs' });
    expect(conflicts).toEqual([]);
    expect(goals.map(({ id }) => id)).toEqual(['greet', 'gold', 'theirs', 'mine']);
  });

  test.each(['mine', 'theirs'] as const)('of one field are named with both values, and %s is taken', (keep) => {
    const merged = mergeSteps({
      base,
      mine: named(changed('greet', { done: 'Mine.' })),
      theirs: changed('greet', { done: 'Theirs.' }),
      keep,
    });
    expect(merged.conflicts).toEqual([{ step: 'greet', field: 'done', mine: 'Mine.', theirs: 'Theirs.' }]);
    expect(merged.goals[0]?.done).toBe(keep === 'mine' ? 'Mine.' : 'Theirs.');
  });

  test.each([
    ['mine', ['greet', 'cancel'], ['greet', 'gold', 'cancel']],
    ['theirs', ['greet', 'gold', 'cancel'], ['greet', 'cancel']],
  ] as const)('a step that one deletes and the other changes is named, and %s decides', (keep, deleted, edited) => {
    const without = base.filter(({ id }) => id !== 'gold');
    const change = changed('gold', { done: 'Changed.' });
    const byMe = mergeSteps({ base, mine: named(without), theirs: change, keep });
    expect(byMe.conflicts).toMatchObject([{ step: 'gold', field: undefined, mine: undefined }]);
    expect(byMe.goals.map(({ id }) => id)).toEqual(deleted);
    const byThem = mergeSteps({ base, mine: named(change), theirs: without, keep });
    expect(byThem.conflicts).toMatchObject([{ step: 'gold', field: undefined, theirs: undefined }]);
    expect(byThem.goals.map(({ id }) => id).sort()).toEqual([...edited].sort());
  });

  test('branches of the other person follow a step to its new name', () => {
    const mine = base.map((each) => ({ goal: each.id === 'gold' ? { ...each, id: 'premium' } : each, was: each.id }));
    const theirs = changed('cancel', { next: [{ go: 'gold' }] });
    const { goals } = mergeSteps({ base, mine, theirs, keep: 'theirs' });
    expect(goals.map(({ id }) => id)).toEqual(['greet', 'premium', 'cancel']);
    expect(goals[2]?.next).toEqual([{ go: 'premium' }]);
  });

  test.each([
    ['before', ['gold', 'premium']],
    ['after', ['premium', 'gold']],
  ] as const)('keep a new step %s a renamed one whose former name it has', (_, order) => {
    const steps = {
      premium: { goal: goal('premium'), was: 'gold' },
      gold: { goal: goal('gold', { done: 'New.' }), was: undefined },
    };
    const mine = [...named(base.slice(0, 1)), ...order.map((id) => steps[id]), ...named(base.slice(2))];
    const { goals, conflicts } = mergeSteps({ base, mine, theirs: changed('greet', { done: 'Bye.' }), keep: 'theirs' });
    expect(conflicts).toEqual([]);
    expect(goals.map(({ id, done }) => [id, done])).toEqual([
      ['greet', 'Bye.'],
      ['premium', ''],
      ['cancel', ''],
      ['gold', 'New.'],
    ]);
  });

  test('lose no field in 100 random interleavings of edits and saves', () => {
    const fields = ['done', 'intro', 'instructions', 'tool'] as const;
    const step = fc.record({
      editor: fc.nat(1),
      id: fc.constantFrom('greet', 'gold', 'cancel'),
      field: fc.constantFrom(...fields),
      isSave: fc.boolean(),
    });
    let lost = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 14 }), (steps) => {
        let stored: readonly Goal[] = base;
        const editors = [0, 1].map(() => ({ base: stored, mine: stored }));
        const expected = new Map<string, unknown>();
        const save = (editor: { base: readonly Goal[]; mine: readonly Goal[] }): void => {
          for (const each of editor.mine)
            for (const field of fields)
              if (each[field] !== editor.base.find(({ id }) => id === each.id)?.[field])
                expected.set(`${each.id} ${field}`, each[field]);
          // The person who sees both values keeps their own.
          const merged = mergeSteps({ base: editor.base, mine: named(editor.mine), theirs: stored, keep: 'mine' });
          stored = merged.goals;
          Object.assign(editor, { base: stored, mine: stored });
        };
        for (const [index, { editor: at, id, field, isSave }] of steps.entries()) {
          const editor = editors[at]!;
          if (isSave) save(editor);
          else editor.mine = editor.mine.map((each) => (each.id === id ? { ...each, [field]: `Text ${index}` } : each));
        }
        for (const editor of editors) save(editor);
        for (const [place, value] of expected) {
          const [id, field] = place.split(' ') as [string, (typeof fields)[number]];
          if (stored.find((each) => each.id === id)?.[field] !== value) lost += 1;
        }
      }),
      { numRuns: 100, seed: 46 },
    );
    expect(lost).toBe(0);
  });
});

describe('the draft of a flow', () => {
  /** In the order of the API, which is not that of a draft. */
  const stored = (id: string, more: Partial<StoredGoal> = {}): StoredGoal => ({
    id,
    examples: ['Please'],
    intro: 'Let us see.',
    questions: [{ id: `${id}_why`, ask: 'Why?', kind: 'text' }],
    done: 'Done.',
    ...more,
  });
  const first = { version: 1, goals: [stored('greet'), stored('gold')], opening: 'greet' };
  const draft = (goals: readonly StoredGoal[], opening?: string) => {
    const steps = stepDraftsOf(goals);
    return { steps, opening: steps.find(({ id }) => id === opening)?.key, version: 1 };
  };

  test('loses a step that it did not change and somebody else deleted, without a conflict', () => {
    const theirs = { ...first, version: 2, goals: [stored('greet')] };
    const merged = mergedFlow({ base: first, draft: draft(first.goals, 'greet'), theirs, keep: 'mine' });
    expect(merged.conflicts).toEqual([]);
    expect(merged.config.goals.map(({ id }) => id)).toEqual(['greet']);
  });

  test('changes the opening of calls only if it was changed in the draft', () => {
    const theirs = { ...first, version: 2, opening: 'gold' };
    const same = mergedFlow({ base: first, draft: draft(first.goals, 'greet'), theirs, keep: 'theirs' });
    expect(same.config).not.toHaveProperty('opening_goal');
    const steps = stepDraftsOf(first.goals).map((step) => (step.id === 'greet' ? { ...step, id: 'hello' } : step));
    const renamed = { steps, opening: steps[0]?.key, version: 1 };
    expect(mergedFlow({ base: first, draft: renamed, theirs, keep: 'theirs' }).config).toMatchObject({
      goals: [{ id: 'hello' }, { id: 'gold' }],
      opening_goal: 'hello',
    });
  });

  test('finds a step by its new name when it was renamed in a save that is its basis', () => {
    const steps = stepDraftsOf(first.goals).map((step) => (step.id === 'gold' ? { ...step, id: 'premium' } : step));
    const edited = steps.map((step) => (step.id === 'premium' ? { ...step, done: 'Bye.' } : step));
    const base = { version: 1, goals: [stored('greet'), stored('premium')], opening: 'greet' };
    const theirs = { ...base, version: 2, goals: [stored('greet'), stored('premium', { intro: 'Theirs.' })] };
    const merged = mergedFlow({
      base,
      draft: { steps: edited, opening: undefined, version: 1 },
      theirs,
      keep: 'theirs',
    });
    expect(merged.conflicts).toEqual([]);
    expect(merged.config.goals).toMatchObject([{ id: 'greet' }, { id: 'premium', done: 'Bye.', intro: 'Theirs.' }]);
  });

  test('shows what practice runs reached of its own version only', () => {
    const counted = { runs: 1, version: 1, steps: [{ id: 'greet', runs: 1, branches: [] }] };
    const { steps } = draft(first.goals);
    expect(reachOf(counted, { steps, version: 1 })?.counts.get(steps[0]?.key ?? '')).toBe(1);
    expect(reachOf(counted, { steps, version: 2 })).toBeUndefined();
  });
});
