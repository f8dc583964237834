import type { components } from '../../../server/api.d.ts';
import { freshKey } from './draft-parts.ts';
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
  /** Name of the next step; empty for a hand-over that leaves the flow. */
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

export const branchDraftOf = ({ when = [], say = '', go = '', agent = '', end }: Branch): BranchDraft => ({
  key: freshKey(),
  tests: when.map((test: Test) => testDraftOf(test)),
  say,
  target: end === true ? 'end' : agent === '' ? 'step' : 'agent',
  go,
  agent,
});

export function branchOf({ tests, say, target, go, agent }: BranchDraft): Branch {
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
