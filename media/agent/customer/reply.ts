import type { AgentAction, AgentEvent, AgentRequest, CustomerEndReason } from '../../line/agent.ts';
import { createCustomer } from './customer.ts';
import type { AgentTurn, CustomerEnd, CustomerPlan, CustomerState } from './plan.ts';
import { linesOf } from './words.ts';

const reasons: Readonly<Record<CustomerEnd, CustomerEndReason>> = {
  satisfied: 'customer_satisfied',
  hangup: 'customer_hung_up',
  max_turns: 'most_turns',
  agent_ended: 'customer_hung_up',
};
/** After this many silent nudges the other person is assumed to be gone. */
const mostNudges = 3;

/**
 * Replies as a simulated customer in place of the agent. The words of the person on the line count as the agent's turn.
 */
export function* customerReply(plan: CustomerPlan, { input, memory }: AgentRequest): Generator<AgentEvent> {
  const customer = createCustomer(plan);
  const state = (memory?.customer ?? customer.first) as CustomerState;
  const step = (turn: AgentTurn | null): ReturnType<typeof customer.step> => customer.step(state, turn);
  if (input.kind === 'opening' || input.kind === 'said') {
    const { state: next, move } = step(input.kind === 'opening' ? null : { text: input.text, ended: false });
    // JSON, like everything the call stores.
    yield { type: 'memory', memory: { ...memory, customer: { ...next } } };
    if (move.text !== null) yield { type: 'phrase', text: move.text };
    if (move.end !== undefined) yield { type: 'action', action: ended(reasons[move.end]) };
    yield { type: 'trace', trace: { brain: 'embedded', intent: move.act } };
    return;
  }
  yield { type: 'memory', memory };
  if (input.kind !== 'silence') return;
  if (input.count >= mostNudges) yield { type: 'action', action: ended('customer_hung_up') };
  else {
    const { nudge } = linesOf(plan.languageCode);
    yield { type: 'phrase', text: nudge[(input.count - 1 + nudge.length) % nudge.length] as string };
  }
}

const ended = (reason: CustomerEndReason): AgentAction => ({ kind: 'end', reason });
