import type { AgentInput, AgentPlan } from '../../line/agent.ts';
import type { Utterance } from '../../line/speech.ts';
import type { HandedOver, NamedPerson, SpeculationReport } from '../../ports.ts';
import { fillPlaceholders } from '../../text/placeholders.ts';
import type { EndedTurn } from '../recognition/recognition-events.ts';
import type { CallStatus } from './call-state.ts';
import type { Captions } from './captions.ts';
import { type Conversation, createConversation } from './conversation.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import { createReplyMaker, type Reply } from './reply.ts';
import { createReplyPlayer, type OpenStamps, type ReplyPlayer, type ReplyPlayerOptions } from './reply-player.ts';
import { createSpeculationSlot } from './speculation.ts';
import type { SpokenLine } from './spoken-fallbacks.ts';

/** Events of the agent's speech. */
export type SpeechEvents = Pick<
  ReplyPlayerOptions,
  'allowsInterruption' | 'onActivity' | 'onAction' | 'onOutcome' | 'onPlayed' | 'onUnheard'
> & { readonly captions: Captions };

/** Everything that the agent can say. Each method replaces what is being said. It contains no decisions. */
export interface AgentSpeech {
  readonly player: ReplyPlayer;
  readonly conversation: Conversation;
  /** Speaks an answer of the agent engine; `ready` is a speculative one. */
  answer(input: AgentInput, ready?: Reply, stamps?: OpenStamps): void;
  /** Returns the agent's input after a turn, and the speculative answer if it was prepared for the same words. */
  answerFor(turn: EndedTurn): { readonly input: AgentInput; readonly ready?: Reply; readonly stamps: OpenStamps };
  /** Speaks a fixed text, which is this person's if one is given. */
  line(text: string, person?: NamedPerson): void;
  /** Plays a prepared line. */
  clip(line: SpokenLine): void;
  /** Speaks the recording disclosure of the plan. */
  disclose(): void;
  readonly canDisclose: boolean;
  /** Speaks the farewell. Returns the maximum time to prepare it. */
  farewell(): number;
  /** Prepares an answer while the caller may still continue. `text` includes words that are still unanswered. */
  speculate(pauseId: number, text: string, utterance: Utterance): void;
  dropSpeculation(reason: string): void;
  /** Speaks for another agent from now on. */
  handedOver(next: HandedOver): void;
  readonly speculation: SpeculationReport;
  /** Stops speech at once and discards the speculative reply. */
  stop(reason: string): void;
}

/** Maximum time to synthesise a farewell that is not prepared. */
const farewellMakingMs = 6000;
/** Unprompted speech appears in the conversation as an answer to silence. */
const unasked = { kind: 'silence', count: 0 } as const satisfies AgentInput;
const opening = { kind: 'opening' } as const satisfies AgentInput;

export function createAgentSpeech(options: DialogueOptions, status: CallStatus, events: SpeechEvents): AgentSpeech {
  const { plan, nowMs, note, send } = options;
  const { advance } = status;
  const disclosure = spokenDisclosure(plan.brain);
  const conversation = createConversation(plan.callUuid, plan.brain, plan.llm);
  const replies = createReplyMaker(options, conversation);
  const speculation = createSpeculationSlot();
  const player = createReplyPlayer({
    ...events,
    openOutput: options.openOutput,
    conversation,
    nowMs,
    note,
    send,
    advance,
    ...(disclosure === undefined ? {} : { disclosure }),
  });

  function stop(reason: string): void {
    player.stop();
    speculation.drop(reason);
  }

  return {
    player,
    conversation,
    answer(input, ready, stamps = {}) {
      // A speculative reply begun earlier does not take this answer into account.
      stop('overtaken');
      advance('turn_ended');
      player.say(ready ?? replies.make(input), input, stamps);
    },
    answerFor({ utterance, pauseId, endMs }) {
      const text = conversation.withCarried(utterance.text);
      const speculative = speculation.commit(pauseId, text);
      const stamps = { speechEndMs: endMs, decidedMs: nowMs(), wordsMs: speculative?.wordsMs ?? nowMs() };
      const input = { kind: 'said', text, confidence: utterance.confidence } as const;
      return { input, stamps, ...(speculative === undefined ? {} : { ready: speculative.reply }) };
    },
    line(text, person) {
      stop('overtaken');
      advance('stream_started');
      advance('turn_ended');
      player.say(replies.sayOnly(text, unasked, person), unasked, {});
    },
    clip(line) {
      advance('turn_ended');
      player.sayLine(line);
    },
    canDisclose: disclosure !== undefined,
    disclose() {
      advance('turn_ended');
      player.say(replies.sayOnly(disclosure ?? '', opening), opening, {});
    },
    farewell() {
      stop('the call ends');
      const clip = options.fallbacks.farewell;
      if (clip === undefined) player.say(replies.sayOnly(options.language.lines.farewell, unasked), unasked, {});
      else player.sayLine(clip);
      return clip === undefined ? farewellMakingMs : 0;
    },
    speculate(pauseId, spokenText, { confidence }) {
      player.confirm();
      const text = conversation.withCarried(spokenText);
      const reply = replies.make({ kind: 'said', text, confidence });
      speculation.put({ pauseId, text, wordsMs: nowMs(), reply });
    },
    dropSpeculation: speculation.drop,
    handedOver(next) {
      speculation.drop('another agent takes over');
      conversation.handedOver(next.brain, next.llm);
      options.language.become(options.voiceOf(next));
    },
    get speculation() {
      return speculation.report;
    },
    stop,
  };
}

/** Returns the disclosure with its placeholders filled in; undefined without one. */
const spokenDisclosure = ({ recordingDisclosure, contact, agentName, businessName }: AgentPlan): string | undefined => {
  const values = { ...contact, agent: agentName, business: businessName };
  const text = fillPlaceholders(recordingDisclosure ?? '', values);
  return text === '' ? undefined : text;
};
