import type { AgentEvent, AgentMemory, AgentPlan, AgentRequest } from '../../line/agent.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { CallEvent, ReplyRecord, TranscriptLine } from '../../ports.ts';
import { createConversation } from './conversation.ts';

/** The agent's original reply to an input of the call, and the new one. */
export interface ComparedReply {
  readonly input: ReplyRecord['input'];
  readonly was: Pick<ReplyRecord, 'phrases' | 'actions' | 'complete'>;
  readonly is: Pick<ReplyRecord, 'phrases' | 'actions'>;
  readonly same: boolean;
}

/**
 * Repeats every request that the agent received in a call. Each uses the history heard in the call, so that one
 * differing reply does not change all later ones, and the agent's memory from this run.
 */
export async function answerAgain(
  call: { readonly callUuid: string; readonly events: readonly CallEvent[]; readonly plan: AgentPlan },
  agent: EngineClient<AgentRequest, AgentEvent>,
): Promise<ComparedReply[]> {
  const conversation = createConversation(call.callUuid, call.plan);
  const wanted = new AbortController().signal;
  const compared: ComparedReply[] = [];
  /** The agent line that the next reply event may refer to. */
  let line: TranscriptLine | undefined;

  const onSaid = (): void => {
    if (line !== undefined) conversation.replied(line, undefined);
    line = undefined;
  };
  let isTaken = false;
  for (const event of call.events) {
    if (event.type === 'supervision') {
      if (event.act === 'guide') conversation.guide(event.text ?? '');
      else if (event.act !== 'say') isTaken = event.act === 'taken_over';
    }
    if (event.type === 'line') {
      const { speaker, spokenBy, text } = event.line;
      const isPersons = spokenBy !== undefined && spokenBy.through === undefined;
      // While a person speaks instead of the agent, both sides are history that needs no reply.
      if (isPersons || (isTaken && speaker === 'customer')) {
        onSaid();
        conversation.overheard({ speaker: speaker === 'agent' ? 'agent' : 'caller', text });
      } else if (speaker === 'agent') {
        onSaid();
        line = event.line;
      }
    }
    if (event.type !== 'reply') continue;
    const { reply } = event;
    const heardLine = reply.heard ? line : undefined;
    if (reply.heard) line = undefined;
    else onSaid();
    const { memory, ...is } = await ask(conversation.request(reply.input, reply.wallMs), agent, wanted);
    compared.push({ input: reply.input, was: reply, is, same: isSame(reply, is) });
    conversation.turnTaken(reply.input);
    const { begun = [] } = reply;
    if (heardLine === undefined && !reply.heard && begun.length === 0) conversation.unheard();
    else if (heardLine?.interrupted === true || (begun.length > 0 && !reply.heard))
      conversation.interrupted(heardLine, memory, begun);
    else conversation.replied(heardLine, memory);
  }
  return compared;
}

async function ask(request: AgentRequest, agent: EngineClient<AgentRequest, AgentEvent>, signal: AbortSignal) {
  const phrases: string[] = [];
  const actions: ReplyRecord['actions'][number][] = [];
  let memory: AgentMemory | undefined;
  for await (const event of agent.run(request, signal)) {
    if (event.type === 'phrase') phrases.push(event.text);
    if (event.type === 'action') actions.push(event.action);
    if (event.type === 'memory') memory = event.memory;
  }
  return { phrases, actions, memory };
}

/** Of an interrupted reply only the beginning is known, so only that is compared. */
function isSame(was: ReplyRecord, is: Pick<ReplyRecord, 'phrases' | 'actions'>): boolean {
  const agreed = was.complete ? is.phrases : is.phrases.slice(0, was.phrases.length);
  const sameActions = !was.complete || JSON.stringify(was.actions) === JSON.stringify(is.actions);
  return sameActions && JSON.stringify(was.phrases) === JSON.stringify(agreed);
}
