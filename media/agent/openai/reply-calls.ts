import type { AgentRequest } from '../../line/agent.ts';
import type { Confidential } from '../confidential.ts';
import type { BuiltInTool } from './built-in/tool.ts';
import type { ModelNotes, ToolCall } from './notes.ts';
import { repeated } from './rounds.ts';
import { type ReadCall, readCall } from './tools.ts';

interface Calls {
  readonly request: AgentRequest;
  readonly notes: ModelNotes;
  readonly builtIn: readonly BuiltInTool[];
  readonly calls: readonly ToolCall[];
}

/** The calls of one reply, and whether the model may make more of them. */
export interface ReplyCalls {
  read(calls: Calls): readonly ReadCall[];
  /** The model had no words where some are needed. */
  wantWords(): void;
  readonly mayCall: boolean;
}

/** A model that repeats its calls this often is asked for words. */
const mostRepeats = 2;

export function createReplyCalls(confidential: Confidential): ReplyCalls {
  let mayCall = true;
  let repeats = 0;
  return {
    read: ({ request, notes, builtIn, calls }) =>
      calls.map((call) => {
        const repeat = repeated(request, notes, call);
        if (repeat !== undefined) repeats += 1;
        mayCall &&= repeats < mostRepeats;
        return repeat ?? readCall({ request, confidential, builtIn }, call);
      }),
    wantWords() {
      mayCall = false;
    },
    get mayCall() {
      return mayCall;
    },
  };
}
