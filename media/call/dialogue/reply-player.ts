import type { BrainInput } from '../../line/brain.ts';
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
import { splitLatency, type TurnStamps } from './latency.ts';
import type { Reply, ReplyOutcome } from './reply.ts';
import type { SpokenLine } from './spoken-fallbacks.ts';

export type OpenStamps = { -readonly [K in keyof TurnStamps]?: TurnStamps[K] };

export interface ReplyPlayerOptions {
  readonly openOutput: DialogueOptions['openOutput'];
  readonly conversation: Conversation;
  readonly captions: Captions;
  /** The recording disclosure, whose hearing is noted. */
  readonly disclosure?: string;
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
  readonly send: (command: WireCommand) => boolean;
  readonly advance: (step: CallStep) => void;
  /** Whether a reply stops for a caller who speaks over it. */
  readonly allowsInterruption: () => boolean;
  /** The agent stopped. */
  readonly onActivity: () => void;
  /** All phrases and actions of the reply are known; they may still be playing. */
  readonly onOutcome: (outcome: ReplyOutcome) => void;
  /** The reply has been played to its end; `overtaken` when the next one is about to begin. */
  readonly onPlayed: (outcome: ReplyOutcome | undefined, overtaken: boolean) => void;
  /** The agent was about to be given the result of a tool or a transfer, and was not. */
  readonly onUntold: (input: BrainInput) => void;
}

/**
 * Plays replies, from their release to the account of what was heard, and decides when one stops for the caller and when
 * it continues.
 */
export interface ReplyPlayer {
  readonly output: SpeechOutput;
  say(reply: Reply, input: BrainInput, stamps: OpenStamps): void;
  /** Says a line that was made beforehand. */
  sayLine(line: SpokenLine): void;
  /** Silence, at once. The words that were heard are written to the transcript. Does nothing when nothing is being said. */
  stop(): void;
  /** Silence until it is known whether the caller says anything. False when there is nothing to hold, or it must be heard. */
  hold(): boolean;
  /** There are words: a held reply does not continue. */
  confirm(): void;
  /** The caller interrupts: the reply is over. False when there was none, or it must be heard. */
  cut(): boolean;
  /** It was not an interruption: a held reply continues where it fell silent. */
  resume(): void;
  /** Softly, until it is known whether the caller interrupts. */
  soften(softly: boolean): void;
  /** Nothing is being said, or it may be interrupted. */
  readonly interruptible: boolean;
  /** Whether what the caller says at this time answers it: it has just asked, or is as good as over. */
  answeredBy(onsetMs: number): boolean;
  /** What the caller was asked to read out, as far as he heard it. */
  askedFor(): Dictation | undefined;
  readonly speaking: boolean;
  /** The recording disclosure has been heard in full. */
  readonly disclosed: boolean;
  /** Some of it has been sent. */
  readonly begun: boolean;
  readonly held: boolean;
  /** A line made beforehand is being said, which is too short to be worth interrupting. */
  readonly sayingLine: boolean;
  readonly queuedMs: number;
}

/** "Yes" over the last of a reply is its answer, and after a question inside it. */
const asGoodAsOverMs = 700;
const questionTailMs = 200;
const afterQuestionMs = 1200;

interface Current {
  readonly turn: number;
  readonly reply: Reply | undefined;
  readonly stamps: OpenStamps;
  outcome: ReplyOutcome | undefined;
  outcomeTold: boolean;
}

export function createReplyPlayer(options: ReplyPlayerOptions): ReplyPlayer {
  const { conversation, captions } = options;
  let current: Current | undefined;
  let lines = 0;
  const output = options.openOutput({
    firstSent(atMs) {
      options.advance('reply_audible');
      if (current === undefined) return;
      current.stamps.sentMs = atMs;
      current.stamps.phraseMs = current.reply?.stamps.phraseMs ?? atMs;
      current.stamps.audioMs = current.reply?.stamps.audioMs ?? atMs;
    },
    firstPlayed(atMs, estimated) {
      if (current === undefined) return;
      const { stamps, turn } = current;
      stamps.playedMs = atMs;
      stamps.estimated = estimated;
      if (!isComplete(stamps)) return;
      options.send({ type: 'latency', turn, stages: { ...splitLatency(stamps), estimated: estimated ? 1 : 0 } });
    },
    heard() {
      if (current !== undefined) captions.agent(current.turn, output.heard, false);
    },
    played: () => playedOut(false),
  });
  const account = createReplyAccount(options);

  /** Ends the account of the reply, which is over. */
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
    const line = settle();
    if (line !== undefined) return conversation.replied(line, memory);
    const untold = conversation.unheard();
    if (untold !== undefined) options.onUntold(untold);
  }

  const isInterruptible = (): boolean => !output.speaking || options.allowsInterruption();

  function stop(): void {
    if (!output.speaking) return;
    silence();
    options.onActivity();
    options.advance('reply_dropped');
  }

  return {
    output,
    say(reply, input, stamps) {
      conversation.turnTaken(input);
      const mine: Current = { turn: conversation.turn, reply, stamps, outcome: undefined, outcomeTold: false };
      current = mine;
      output.begin();
      reply.release({
        phrase: (id, text) => output.phrase(id, text),
        audio: (id, samples, words) => output.audio(id, samples, words),
        seal: (id) => output.seal(id),
        end(outcome) {
          mine.outcome = outcome;
          tellOutcome();
          output.end();
        },
        get queuedMs() {
          return output.queuedMs;
        },
      });
      // What a speculative reply has made leaves now, not at the next beat.
      output.tick();
    },
    sayLine(line) {
      current = { turn: conversation.turn, reply: undefined, stamps: {}, outcome: undefined, outcomeTold: true };
      const id = `line${++lines}`;
      output.begin();
      output.phrase(id, line.text);
      output.audio(id, line.samples, line.words);
      output.seal(id);
      output.end();
    },
    stop,
    hold() {
      if (!output.speaking || !isInterruptible() || !output.hold()) return false;
      options.onActivity();
      options.advance('reply_dropped');
      return true;
    },
    confirm() {
      if (output.held) stop();
    },
    cut() {
      if (!output.speaking || !isInterruptible()) return false;
      stop();
      return true;
    },
    resume() {
      if (!output.held) return;
      options.advance('turn_ended');
      // A wait that the caller's own noise made longer says nothing about our latency.
      if (current?.stamps.sentMs === undefined) delete current?.stamps.speechEndMs;
      output.resume();
      if (current?.stamps.sentMs !== undefined) options.advance('reply_audible');
      tellOutcome();
      output.tick();
    },
    soften: (softly) => output.soften(softly && isInterruptible()),
    get interruptible() {
      return isInterruptible();
    },
    answeredBy(onsetMs) {
      if (output.remainingMs < asGoodAsOverMs) return true;
      const last = output.heard.words.findLast((word) => word.heard !== 'no' && word.endMs <= onsetMs + questionTailMs);
      return last?.text.endsWith('?') === true && onsetMs - last.endMs < afterQuestionMs;
    },
    askedFor() {
      const heard = current?.reply === undefined ? [] : output.heard.words.filter((word) => word.heard !== 'no');
      return askedFor(heard.length > 0 ? heard.map(({ text }) => text).join(' ') : account.lastSaid);
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

/** Writes down what was heard of each reply: its line, the disclosure in it, its latency, and what the agent gave. */
function createReplyAccount({ captions, disclosure, nowMs, note }: ReplyPlayerOptions) {
  let disclosed = false;
  /** What was last said that may have asked for something. */
  let lastSaid = '';

  function noteDisclosure(heard: HeardReply): void {
    if (disclosure === undefined) return;
    const proof = disclosureIn(disclosure, heard.words);
    if (proof === undefined) return;
    disclosed ||= proof.inFull;
    note({ type: 'disclosure', atMs: nowMs(), disclosure: proof });
  }

  function noteReply({ reply, turn, outcome }: Current, heard: boolean): void {
    // What was said without the agent cannot be asked of it again.
    if (reply?.phrases === undefined) return;
    const { input, nowMs: wallMs } = reply.request;
    const said = { phrases: reply.phrases, actions: outcome?.actions ?? [], complete: outcome !== undefined };
    note({ type: 'reply', atMs: nowMs(), reply: { turn, input, wallMs, ...said, heard } });
  }

  return {
    get disclosed() {
      return disclosed;
    },
    get lastSaid() {
      return lastSaid;
    },
    /** The reply is over. Returns its line of the transcript; undefined when not a word was heard. */
    close(ended: Current, heard: HeardReply) {
      const { turn, outcome, reply, stamps } = ended;
      const line = heard.line(turn);
      captions.agent(turn, heard, true);
      if (line !== undefined) note({ type: 'line', atMs: nowMs(), line });
      noteDisclosure(heard);
      // "Are you still there?" and "One moment." leave a question open.
      if (line !== undefined && reply !== undefined && reply.request.input.kind !== 'silence') lastSaid = line.text;
      if (isComplete(stamps)) {
        const trace = outcome?.trace === undefined ? {} : { trace: outcome.trace };
        note({ type: 'turn', atMs: nowMs(), turn, latency: splitLatency(stamps), ...trace });
      }
      noteReply(ended, line !== undefined);
      reply?.drop('settled');
      return line;
    },
  };
}

const isComplete = (stamps: OpenStamps): stamps is TurnStamps =>
  stamps.speechEndMs !== undefined && stamps.sentMs !== undefined && stamps.playedMs !== undefined;
