import type { ScenarioDraft } from './scenario-draft.ts';

/** Props of a part of the scenario form. */
export interface ScenarioPartProps {
  readonly draft: ScenarioDraft;
  readonly set: (change: Partial<ScenarioDraft>) => void;
  readonly faults: Readonly<Record<string, string>>;
}
