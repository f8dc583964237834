import type { components } from '../../../server/api.d.ts';
import { freshKey } from '../../../shared/form/fresh-key.ts';
import { type Test, type TestDraft, testDraftOf, testOf } from './test-draft.ts';

export type Branch = components['schemas']['ScriptBranch'];

/** Where a branch leads. */
export type Target = 'step' | 'agent' | 'end';

/** An unsaved branch. */
export interface BranchDraft {
  readonly key: string;
  /** All of them must hold. */
  readonly tests: readonly TestDraft[];
  readonly say: string;
  readonly target: Target;
  /** Key of the next step, or the name of one that is not in the draft; empty for a hand-over that leaves the flow. */
  readonly go: string;
  /** UUID of the agent that takes over. */
  readonly agent: string;
}

export const newBranch = (go = ''): BranchDraft => ({
  key: freshKey(),
  tests: [],
  say: '',
  target: 'step',
  go,
  agent: '',
});

/** `keyOf` returns the key of the step with a name. */
export const branchDraftOf = (
  { when = [], say = '', go = '', agent = '', end }: Branch,
  keyOf: (name: string) => string,
): BranchDraft => ({
  key: freshKey(),
  tests: when.map((test: Test) => testDraftOf(test)),
  say,
  target: end === true ? 'end' : agent === '' ? 'step' : 'agent',
  go: keyOf(go),
  agent,
});

/** `nameOf` returns the name of the step with a key. */
export function branchOf({ tests, say, target, go: key, agent }: BranchDraft, nameOf: (key: string) => string): Branch {
  const go = nameOf(key);
  const leads =
    target === 'end'
      ? ({ end: true } as const)
      : { ...(go === '' ? {} : { go }), ...(target === 'agent' && agent !== '' ? { agent } : {}) };
  return {
    ...(tests.length === 0 ? {} : { when: tests.map(testOf) }),
    ...(say.trim() === '' ? {} : { say: say.trim() }),
    ...leads,
  };
}
