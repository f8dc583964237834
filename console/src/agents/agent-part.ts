import type { Faults } from '../server/readable.ts';
import type { AgentDraft } from './agent-draft.ts';

/** Props of a part of the agent form: the draft it shows, and how it changes the draft. */
export interface AgentPartProps {
  readonly draft: AgentDraft;
  readonly set: (change: Partial<AgentDraft>) => void;
  /** The same for what comes later, when the draft may have changed. */
  readonly change: (change: (draft: AgentDraft) => Partial<AgentDraft>) => void;
  /** Sentences by the field of the API. */
  readonly faults: Faults;
}
