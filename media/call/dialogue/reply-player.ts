import type { AgentAction, AgentInput, AgentTrace } from '../../line/agent.ts';
import type { Dictation } from '../../line/turn.ts';
import type { WireCommand } from '../../line/wire.ts';
import type { CallEvent } from '../../ports.ts';
import { askedFor } from '../../turn/asked-for.ts';
import type { HeardReply } from '../output/heard.ts';
import type { SpeechOutput } from '../output/speech-output.ts';
import type { CallStep } from './call-state.ts';
import type { Captions } from './captions.ts';
import type { Conversation } from './conversation.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import { disclosureIn } from './disclosure.ts';
import { createFallbackWatch } from './fallback-watch.ts';
import { splitLatency, type TurnStamps } from './latency.ts';
import type { Reply, ReplyOutcome } from './reply.ts';
import { captioned, lineOf } from './reply-words.ts';
import type { SpokenLine } from './spoken-fallbacks.ts';

export type OpenStamps = { -readonly [K in keyof TurnStamps]?: TurnStamps[K] };

export interface ReplyPlayerOptions {
  readonly openOutput: DialogueOptions['openOutput'];
  readonly conversation: Conversation;
  readonly captions: Captions;
  /** The recording disclosure. What the caller hears of it is logged. */
  readonly disclosure?: string;
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
  readonly send: (command: WireCommand) => boolean;
  readonly advance: (step: CallStep) => void;
  /** Whether a caller who speaks over a reply can stop it. */
  readonly allowsInterruption: () => boolean;
  /** The agent stopped speaking. */
  readonly onActivity: () => void;
  /** The reply wants this action. Returns whether the action has begun, although the reply may still be playing. */
  readonly onAction: (action: AgentAction) => boolean;
  /** All phrases and actions of the reply are known; it may still be playing. */
  readonly onOutcome: (outcome: ReplyOutcome) => void;
  /** The reply has been played to its end. `overtaken`: the next one is about to begin. */
  readonly onPlayed: (outcome: ReplyOutcome | undefined, overtaken: boolean) => void;
  /** The result of a tool or a transfer was not reported, because its reply was stopped unheard. */
  readonly onUnheard: (input: AgentInput) => void;
}

/**
 * Plays replies, from their release until what was heard is logged, and decides when one stops for the caller and when
 * it continues.
 */
export interface ReplyPlayer {
  readonly output: SpeechOutput;
  say(reply: Reply, input: AgentInput, stamps: OpenStamps): void;
  /** Plays a prepared line. */
  sayLine(line: SpokenLine): void;
  /** Stops speech at once and logs the words that were heard. Does nothing if nothing is being said. */
  stop(): void;
  /**
   * Silences the reply until it is known whether the caller says anything. Returns false if nothing can be held or the
   * reply must be heard.
   */
  hold(): boolean;
  /** Reports words of the caller: a held reply does not continue. */
  confirm(): void;
  /** Ends the reply because the caller interrupts. Returns false if there is none or it must be heard. */
  cut(): boolean;
  /** Continues a held reply where it fell silent, because the speech was not an interruption. */
  resume(): void;
  /** Lowers the reply until it is known whether the caller interrupts. */
  soften(softly: boolean): void;
  /** True if nothing is being said or it may be interrupted. */
  readonly interruptible: boolean;
  /**
   * Whether speech that starts at this time answers the reply, because it has just asked a question or is nearly over.
   */
  answeredBy(onsetMs: number): boolean;
  /** What the caller was asked to dictate, as far as they heard it. */
  askedFor(): Dictation | undefined;
  readonly speaking: boolean;
  /** True once the recording disclosure has been heard in full. */
  readonly disclosed: boolean;
  /** True once part of the reply has been sent. */
  readonly begun: boolean;
  readonly held: boolean;
  /** True while a prepared line is playing, which is too short to be interrupted. */
  readonly sayingLine: boolean;
  readonly queuedMs: number;
}

/** "Yes" within this time of the reply's end, or after a question in it, is an answer. */
const asGoodAsOverMs = 700;
const questionTailMs = 200;
const afterQuestionMs = 1200;

interface Current {
  readonly turn: number;
  readonly reply: Reply | undefined;
  readonly stamps: OpenStamps;
  outcome: ReplyOutcome | undefined;
  outcomeTold: boolean;
  /** Ids of its actions that have begun. */
  readonly begun: string[];
}

export function createReplyPlayer(options: ReplyPlayerOptions): ReplyPlayer {
  const { conversation, captions } = options;
  let current: Current | undefined;
  let lines = 0;
  const output = options.openOutput({
    firstSent(atMs) {
      options.advance('reply_audible');
      if (current === undefined) return;
      stampSent(current, atMs);
    },
    firstPlayed(atMs, estimated) {
      if (current === undefined) return;
      const { stamps, turn } = stampPlayed(current, atMs, estimated);
      if (!isComplete(stamps)) return;
      options.send({ type: 'latency', turn, stages: { ...splitLatency(stamps), estimated: estimated ? 1 : 0 } });
    },
    heard() {
      if (current !== undefined) captions.agent(captioned(current, output.heard), false);
    },
    played: () => playedOut(false),
  });
  const account = createReplyAccount(options);

  /** Closes the account of a reply that has ended. */
  function settle() {
    const ended = current;
    current = undefined;
    return ended === undefined ? undefined : account.close(ended, output.heard);
  }

  function tellOutcome(): void {
    if (current?.outcome === undefined || current.outcomeTold || output.held) return;
    current.outcomeTold = true;
    options.onOutcome(current.outcome);
  }

  function playedOut(overtaken: boolean): void {
    const outcome = current?.outcome;
    const memory = current?.reply?.memory;
    conversation.replied(settle(), memory);
    options.onPlayed(outcome, overtaken);
  }

  function silence(): void {
    const memory = current?.reply?.memory;
    if (output.stop() === 'played') return playedOut(true);
    const begun = current?.begun ?? [];
    const line = settle();
    if (line !== undefined || begun.length > 0) return conversation.interrupted(line, memory, begun);
    const unheard = conversation.unheard();
    if (unheard !== undefined) options.onUnheard(unheard);
  }

  function stop(): void {
    if (!output.speaking) return;
    silence();
    options.onActivity();
    options.advance('reply_dropped');
  }

  const interruptible = createInterruptible(output, options, stop);

  return {
    output,
    say(reply, input, stamps) {
      conversation.turnTaken(input);
      const mine = newCurrent(conversation.turn, reply, stamps);
      current = mine;
      output.begin();
      reply.release({
        phrase: (id, text) => output.phrase(id, text),
        audio: (id, samples, words) => output.audio(id, samples, words),
        seal: (id) => output.seal(id),
        action(action) {
          if (options.onAction(action) && 'id' in action && action.id !== undefined) mine.begun.push(action.id);
        },
        end(outcome) {
          mine.outcome = outcome;
          tellOutcome();
          output.end();
        },
        get queuedMs() {
          return output.queuedMs;
        },
      });
      // Sends the prepared audio of a speculative reply now instead of with the next beat.
      output.tick();
    },
    sayLine(line) {
      current = newCurrent(conversation.turn, undefined, {});
      playLine(output, `line${++lines}`, line);
    },
    stop,
    hold: interruptible.hold,
    confirm: interruptible.confirm,
    cut: interruptible.cut,
    resume() {
      if (!output.held) return;
      options.advance('turn_ended');
      // A wait prolonged by the caller's own noise says nothing about our latency.
      if (current?.stamps.sentMs === undefined) delete current?.stamps.speechEndMs;
      output.resume();
      if (current?.stamps.sentMs !== undefined) options.advance('reply_audible');
      tellOutcome();
      output.tick();
    },
    soften: interruptible.soften,
    get interruptible() {
      return interruptible.now;
    },
    answeredBy(onsetMs) {
      return output.remainingMs < asGoodAsOverMs || followsQuestion(output.heard, onsetMs);
    },
    askedFor() {
      const heard = current?.reply === undefined ? '' : textOf(output.heard);
      return askedFor(heard === '' ? account.lastSaid : heard);
    },
    get disclosed() {
      return account.disclosed;
    },
    get begun() {
      return output.begun;
    },
    get speaking() {
      return output.speaking;
    },
    get held() {
      return output.held;
    },
    get sayingLine() {
      return current !== undefined && current.reply === undefined;
    },
    get queuedMs() {
      return output.queuedMs;
    },
  };
}

const newCurrent = (turn: number, reply: Reply | undefined, stamps: OpenStamps): Current => ({
  turn,
  reply,
  stamps,
  outcome: undefined,
  outcomeTold: false,
  begun: [],
});

function playLine(output: SpeechOutput, id: string, line: SpokenLine): void {
  output.begin();
  output.phrase(id, line.text);
  output.audio(id, line.samples, line.words);
  output.seal(id);
  output.end();
}

function stampSent({ stamps, reply }: Current, atMs: number): void {
  stamps.sentMs = atMs;
  stamps.phraseMs = reply?.stamps.phraseMs ?? atMs;
  stamps.audioMs = reply?.stamps.audioMs ?? atMs;
}

function stampPlayed(current: Current, atMs: number, estimated: boolean): Current {
  current.stamps.playedMs = atMs;
  current.stamps.estimated = estimated;
  return current;
}

const textOf = ({ words }: HeardReply): string =>
  words
    .filter(({ heard }) => heard !== 'no')
    .map(({ text }) => text)
    .join(' ');

/** What a caller who speaks over a reply does to it, unless it must be heard. */
function createInterruptible(output: SpeechOutput, options: ReplyPlayerOptions, stop: () => void) {
  const isInterruptible = (): boolean => !output.speaking || options.allowsInterruption();
  return {
    get now() {
      return isInterruptible();
    },
    hold(): boolean {
      if (!output.speaking || !isInterruptible() || !output.hold()) return false;
      options.onActivity();
      options.advance('reply_dropped');
      return true;
    },
    confirm(): void {
      if (output.held) stop();
    },
    cut(): boolean {
      if (!output.speaking || !isInterruptible()) return false;
      stop();
      return true;
    },
    soften: (softly: boolean): void => output.soften(softly && isInterruptible()),
  };
}

/** Whether the caller, who speaks from this time on, has just heard a question. */
function followsQuestion({ words }: HeardReply, onsetMs: number): boolean {
  const last = words.findLast((word) => word.heard !== 'no' && word.endMs <= onsetMs + questionTailMs);
  return last?.text.endsWith('?') === true && onsetMs - last.endMs < afterQuestionMs;
}

/** Logs what was heard of each reply: its line, the disclosure in it, its latency, and the agent's output. */
function createReplyAccount({ captions, disclosure, nowMs, note }: ReplyPlayerOptions) {
  let disclosed = false;
  const fallbacks = createFallbackWatch();
  /** The last spoken line that may have asked for something. */
  let lastSaid = '';

  function noteDisclosure(heard: HeardReply): void {
    if (disclosure === undefined) return;
    const proof = disclosureIn(disclosure, heard.words);
    if (proof === undefined) return;
    disclosed ||= proof.inFull;
    note({ type: 'disclosure', atMs: nowMs(), disclosure: proof });
  }

  function noteFallback(trace: AgentTrace): void {
    const detail = fallbacks.turn(trace);
    if (detail !== undefined) note({ type: 'alarm', atMs: nowMs(), code: 'language_model_failing', detail });
  }

  function noteReply({ reply, turn, outcome, begun }: Current, heard: boolean): void {
    // Text spoken without the agent engine cannot be requested from it again.
    if (reply?.phrases === undefined) return;
    const { input, nowMs: wallMs } = reply.request;
    const outcomeOfReply = { phrases: reply.phrases, actions: outcome?.actions ?? [], complete: outcome !== undefined };
    note({
      type: 'reply',
      atMs: nowMs(),
      reply: {
        turn,
        input,
        wallMs,
        ...outcomeOfReply,
        heard,
        ...(begun.length > 0 && { begun }),
        ...(outcome?.trace?.path !== undefined && { path: outcome.trace.path }),
      },
    });
  }

  return {
    get disclosed() {
      return disclosed;
    },
    get lastSaid() {
      return lastSaid;
    },
    /** Closes the account of a reply that has ended. Returns its transcript line; undefined if no word was heard. */
    close(ended: Current, heard: HeardReply) {
      const { turn, outcome, reply, stamps } = ended;
      const line = lineOf(ended, heard);
      captions.agent(captioned(ended, heard), true);
      if (line !== undefined) note({ type: 'line', atMs: nowMs(), line });
      noteDisclosure(heard);
      // After "Are you still there?" and "One moment." the earlier question remains open.
      if (line !== undefined && reply !== undefined && reply.request.input.kind !== 'silence') lastSaid = line.text;
      if (isComplete(stamps)) {
        const trace = outcome?.trace === undefined ? {} : { trace: outcome.trace };
        note({ type: 'turn', atMs: nowMs(), turn, latency: splitLatency(stamps), ...trace });
      }
      if (outcome?.trace !== undefined) noteFallback(outcome.trace);
      noteReply(ended, line !== undefined);
      reply?.drop('settled');
      return line;
    },
  };
}

const isComplete = (stamps: OpenStamps): stamps is TurnStamps =>
  stamps.speechEndMs !== undefined && stamps.sentMs !== undefined && stamps.playedMs !== undefined;
