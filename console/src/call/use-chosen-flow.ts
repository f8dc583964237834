import type { Flow } from '../server/answers.ts';
import { useFlows } from '../server/queries.ts';
import { useCall } from './use-call.tsx';

export interface ChosenFlow {
  readonly query: ReturnType<typeof useFlows>;
  readonly options: readonly Flow[];
  /** The first one until another is chosen; undefined while they are loaded, and when there are none. */
  readonly flow: Flow | undefined;
  choose(uuid: string): void;
}

export function useChosenFlow(): ChosenFlow {
  const query = useFlows();
  const { chosenFlow, chooseFlow } = useCall();
  const options = query.data?.flows ?? [];
  const flow = options.find(({ uuid }) => uuid === chosenFlow) ?? options[0];
  return { query, options, flow, choose: chooseFlow };
}
