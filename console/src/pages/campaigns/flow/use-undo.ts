import { useState } from 'react';

interface Past<State> {
  readonly state: State;
  /** What was changed next; undefined for a change that is undone alone. */
  readonly of: string | undefined;
}

export interface Undo<State> {
  readonly isPossible: boolean;
  /** Keeps a state before it is changed. Changes of the same thing in a row are undone together. */
  keep(state: State, of?: string): void;
  undo(): void;
  forget(): void;
}

const mostKept = 50;

/** Keeps earlier states of a draft, to go back to them one by one. */
export function useUndo<State>(restore: (state: State) => void): Undo<State> {
  const [past, setPast] = useState<readonly Past<State>[]>([]);
  return {
    isPossible: past.length > 0,
    keep: (state, of) =>
      setPast((before) =>
        of !== undefined && before.at(-1)?.of === of ? before : [...before.slice(1 - mostKept), { state, of }],
      ),
    undo() {
      const last = past.at(-1);
      if (last === undefined) return;
      setPast(past.slice(0, -1));
      restore(last.state);
    },
    forget: () => setPast([]),
  };
}
