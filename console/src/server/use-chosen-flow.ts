import { useState } from 'react';
import type { Flow } from './answers.ts';
import { useFlows } from './queries.ts';

export interface ChosenFlow {
  readonly query: ReturnType<typeof useFlows>;
  readonly options: readonly Flow[];
  /** The first one until another is chosen; undefined while they are loaded, and when there are none. */
  readonly flow: Flow | undefined;
  choose(uuid: string): void;
}

export function useChosenFlow(): ChosenFlow {
  const query = useFlows();
  const [chosen, setChosen] = useState<string>();
  const options = query.data?.flows ?? [];
  const flow = options.find(({ uuid }) => uuid === chosen) ?? options[0];
  return { query, options, flow, choose: setChosen };
}
