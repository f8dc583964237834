import type { BrainEvent, BrainInput, BrainRequest } from '../../line/brain.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { Conversation } from './conversation.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import { type Reply, startReply } from './reply.ts';

/** Begins the replies of a call. */
export interface ReplyMaker {
  make(input: BrainInput): Reply;
  /** A reply that needs no brain. */
  sayOnly(text: string, input: BrainInput): Reply;
}

export function createReplyMaker(options: DialogueOptions, conversation: Conversation): ReplyMaker {
  let replies = 0;

  function make(input: BrainInput, brain: EngineClient<BrainRequest, BrainEvent>, scripted: boolean): Reply {
    replies += 1;
    return startReply({
      id: replies,
      request: conversation.request(input, Date.now()),
      scripted,
      brain,
      speech: options.speech,
      fallbacks: options.fallbacks,
      voice: options.voice,
      rateHz: options.rateHz,
      nowMs: options.nowMs,
      clock: options.clock,
      scope: options.scope.child(),
      onTrouble: options.onTrouble,
      guarded: options.guarded,
    });
  }

  return {
    make: (input) => make(input, options.brain, false),
    sayOnly: (text, input) =>
      make(
        input,
        {
          async *run() {
            for (const sentence of text.split(/(?<=[.!?])\s+/)) yield { type: 'phrase', text: sentence };
          },
        },
        true,
      ),
  };
}
