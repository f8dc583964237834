import type { Faults } from '../../server/readable.ts';
import type { AgentDraft } from './agent-draft.ts';

/** Props of a part of the agent form: the draft it shows, and functions that change it. */
export interface AgentPartProps {
  readonly draft: AgentDraft;
  readonly set: (change: Partial<AgentDraft>) => void;
  /** Like `set`, for asynchronous changes, before which the draft may have changed. */
  readonly change: (change: (draft: AgentDraft) => Partial<AgentDraft>) => void;
  /** Messages by API field. */
  readonly faults: Faults;
}
