import type { BrainInput, BrainPlan } from '../../line/brain.ts';
import type { Utterance } from '../../line/speech.ts';
import type { SpeculationReport } from '../../ports.ts';
import { fillPlaceholders } from '../../text/placeholders.ts';
import type { EndedTurn } from '../recognition/audio-recognition.ts';
import type { CallStatus } from './call-state.ts';
import type { Captions } from './captions.ts';
import { type Conversation, createConversation } from './conversation.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import { createReplyMaker, type Reply } from './reply.ts';
import { createReplyPlayer, type OpenStamps, type ReplyPlayer, type ReplyPlayerOptions } from './reply-player.ts';
import { createSpeculationSlot } from './speculation.ts';
import type { SpokenLine } from './spoken-fallbacks.ts';

/** What happens to what the agent says. */
export type SpeechEvents = Pick<
  ReplyPlayerOptions,
  'allowsInterruption' | 'onActivity' | 'onOutcome' | 'onPlayed' | 'onUntold'
> & { readonly captions: Captions };

/** What the agent can say, and how: each of these takes the place of what is being said. It decides nothing. */
export interface AgentSpeech {
  readonly player: ReplyPlayer;
  readonly conversation: Conversation;
  /** An answer of the brain; `ready` is one that was made speculatively. */
  answer(input: BrainInput, ready?: Reply, stamps?: OpenStamps): void;
  /** What the brain is asked after a turn, and the speculative answer where it was made for the same words. */
  answerFor(turn: EndedTurn): { readonly input: BrainInput; readonly ready?: Reply; readonly stamps: OpenStamps };
  /** A text as it is. */
  line(text: string): void;
  /** A line that was made beforehand. */
  clip(line: SpokenLine): void;
  /** The recording disclosure, where the plan has one. */
  disclose(): void;
  readonly canDisclose: boolean;
  /** The farewell. Returns how long it may take to be made, at most. */
  farewell(): number;
  /** Makes an answer to what the caller said, who may still go on. `text`: with what has waited for an answer. */
  speculate(pauseId: number, text: string, utterance: Utterance): void;
  dropSpeculation(reason: string): void;
  readonly speculation: SpeculationReport;
  /** Silence, at once. */
  stop(reason: string): void;
}

/** A farewell that is not at hand may take this long to be made. */
const farewellMakingMs = 6000;
/** What is said without a question stands in the conversation as an answer to silence. */
const unasked = { kind: 'silence', count: 0 } as const satisfies BrainInput;
const opening = { kind: 'opening' } as const satisfies BrainInput;

export function createAgentSpeech(options: DialogueOptions, status: CallStatus, events: SpeechEvents): AgentSpeech {
  const { plan, nowMs, note, send } = options;
  const { advance } = status;
  const disclosure = spokenDisclosure(plan.brain);
  const conversation = createConversation(plan.callUuid, plan.brain, plan.llm);
  const replies = createReplyMaker(options, conversation);
  const speculation = createSpeculationSlot();
  const player = createReplyPlayer({
    ...events,
    ...{ openOutput: options.openOutput, conversation, nowMs, note, send, advance },
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
      // A speculative reply begun before this one knows nothing of it.
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
    line(text) {
      stop('overtaken');
      advance('stream_started');
      advance('turn_ended');
      player.say(replies.sayOnly(text, unasked), unasked, {});
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
    speculate(pauseId, said, { confidence }) {
      player.confirm();
      const text = conversation.withCarried(said);
      const reply = replies.make({ kind: 'said', text, confidence });
      speculation.put({ pauseId, text, wordsMs: nowMs(), reply });
    },
    dropSpeculation: speculation.drop,
    get speculation() {
      return speculation.report;
    },
    stop,
  };
}

/** The disclosure as it is spoken. */
const spokenDisclosure = ({ recordingDisclosure, contact, agentName, businessName }: BrainPlan): string | undefined => {
  const values = { ...contact, agent: agentName, business: businessName };
  const text = fillPlaceholders(recordingDisclosure ?? '', values);
  return text === '' ? undefined : text;
};
