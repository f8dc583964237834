import type { AgentInput, AgentRequest } from '../../line/agent.ts';
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

export interface SilentCompletion {
  /** Whether it had no words and no calls, and was not cut off. */
  readonly isSilent: boolean;
  /** Whether nothing came, not even reasoning. */
  readonly isEmpty: boolean;
}

/** The calls of one reply, and whether the model may make more of them. */
export interface ReplyCalls {
  read(calls: Calls): readonly ReadCall[];
  /**
   * Whether the model is asked once more, because it had nothing to say: about the result of a tool, then without
   * tools, and after a reply in which nothing came, as Gemini sends them where it could not finish a call.
   */
  asksAgain(input: AgentInput, completion: SilentCompletion): boolean;
  readonly mayCall: boolean;
}

/** A model that repeats its calls this often is asked for words. */
const mostRepeats = 2;

export function createReplyCalls(confidential: Confidential): ReplyCalls {
  let mayCall = true;
  let repeats = 0;
  let isAskedAgain = false;
  return {
    read: ({ request, notes, builtIn, calls }) =>
      calls.map((call) => {
        const repeat = repeated(request, notes, call);
        if (repeat !== undefined) repeats += 1;
        mayCall &&= repeats < mostRepeats;
        return repeat ?? readCall({ request, confidential, builtIn }, call);
      }),
    asksAgain({ kind }, { isSilent, isEmpty }) {
      if (!isSilent || isAskedAgain || (kind !== 'tool_result' && !isEmpty)) return false;
      isAskedAgain = true;
      mayCall &&= kind !== 'tool_result';
      return true;
    },
    get mayCall() {
      return mayCall;
    },
  };
}
