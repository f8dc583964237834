import type { BrainInput } from '../../line/brain.ts';
import type { Dictation } from '../../line/turn.ts';
import type { WireCommand } from '../../line/wire.ts';
import type { CallEvent, TranscriptLine } from '../../ports.ts';
import { askedFor } from '../../turn/asked-for.ts';
import type { Mouth, MouthEvents } from '../mouth/mouth.ts';
import type { Captions } from './captions.ts';
import type { Conversation } from './conversation.ts';
import { disclosureIn } from './disclosure.ts';
import { splitLatency, type TurnStamps } from './latency.ts';
import type { Reply, ReplyOutcome } from './reply.ts';
import type { SpokenLine } from './spoken-fallbacks.ts';

export type OpenStamps = { -readonly [K in keyof TurnStamps]?: TurnStamps[K] };

export interface AgentTurnOptions {
  readonly conversation: Conversation;
  readonly captions: Captions;
  /** The recording disclosure, whose hearing is noted. */
  readonly disclosure?: string;
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
  readonly send: (command: WireCommand) => boolean;
  readonly onAudible: () => void;
  /** All phrases and actions of the reply are known; they may still be playing. */
  readonly onOutcome: (outcome: ReplyOutcome) => void;
  /** The reply has been played to its end; `overtaken` when the next one is about to begin. */
  readonly onPlayed: (outcome: ReplyOutcome | undefined, overtaken: boolean) => void;
  /** What a tool or a transfer led to was about to be told, and was not. */
  readonly onUntold: (input: BrainInput) => void;
}

/** What the agent is saying now, from its release to the account of what was heard of it. */
export interface AgentTurn {
  readonly mouthEvents: Omit<MouthEvents, 'audible'>;
  join(mouth: Mouth): void;
  say(reply: Reply, input: BrainInput, stamps: OpenStamps): void;
  /** Says a line that was made beforehand. */
  sayLine(line: SpokenLine): void;
  /** Silence, at once; what was heard is written down. Does nothing when nothing is being said. */
  stop(): void;
  /** Silence, at once, until it is known whether the caller said anything. False when nothing is left to be said. */
  hold(): boolean;
  /** It was no interruption: goes on where it fell silent. */
  resume(): void;
  /** Softly, until it is known whether the caller interrupts. */
  soften(softly: boolean): void;
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

export function createAgentTurn(options: AgentTurnOptions): AgentTurn {
  const { conversation, captions, nowMs, note } = options;
  let mouth: Mouth;
  let current: Current | undefined;
  let lines = 0;
  let disclosed = false;
  /** What was last said that may have asked for something. */
  let lastSaid = '';

  /** Writes down what was heard of the reply, which is over. */
  function settle(): TranscriptLine | undefined {
    if (current === undefined) return undefined;
    const { turn, outcome, reply, stamps } = current;
    current = undefined;
    const line = mouth.heard.line(turn);
    captions.agent(turn, mouth.heard, true);
    if (line !== undefined) note({ type: 'line', atMs: nowMs(), line });
    noteDisclosure();
    // "Are you still there?" and "One moment." leave a question open.
    if (line !== undefined && reply !== undefined && reply.request.input.kind !== 'silence') lastSaid = line.text;
    if (isComplete(stamps)) {
      const trace = outcome?.trace === undefined ? {} : { trace: outcome.trace };
      note({ type: 'turn', atMs: nowMs(), turn, latency: splitLatency(stamps), ...trace });
    }
    if (reply !== undefined) noteReply(reply, turn, outcome, line !== undefined);
    reply?.drop('settled');
    return line;
  }

  function noteDisclosure(): void {
    if (options.disclosure === undefined) return;
    const proof = disclosureIn(options.disclosure, mouth.heard.words);
    if (proof === undefined) return;
    disclosed ||= proof.inFull;
    note({ type: 'disclosure', atMs: nowMs(), disclosure: proof });
  }

  function noteReply(reply: Reply, turn: number, outcome: ReplyOutcome | undefined, heard: boolean): void {
    // What was said without the agent cannot be asked of it again.
    if (reply.phrases === undefined) return;
    const { input, nowMs: wallMs } = reply.request;
    const said = { phrases: reply.phrases, actions: outcome?.actions ?? [], complete: outcome !== undefined };
    note({ type: 'reply', atMs: nowMs(), reply: { turn, input, wallMs, ...said, heard } });
  }

  function tellOutcome(): void {
    if (current?.outcome === undefined || current.outcomeTold || mouth.held) return;
    current.outcomeTold = true;
    options.onOutcome(current.outcome);
  }

  function playedOut(overtaken: boolean): void {
    const outcome = current?.outcome;
    const memory = current?.reply?.memory;
    conversation.replied(settle(), memory);
    options.onPlayed(outcome, overtaken);
  }

  return {
    mouthEvents: {
      firstSent(atMs) {
        options.onAudible();
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
        if (current !== undefined) captions.agent(current.turn, mouth.heard, false);
      },
      played: () => playedOut(false),
    },
    join(theMouth) {
      mouth = theMouth;
    },
    say(reply, input, stamps) {
      conversation.turnTaken(input);
      const mine: Current = { turn: conversation.turn, reply, stamps, outcome: undefined, outcomeTold: false };
      current = mine;
      mouth.begin();
      reply.release({
        phrase: (id, text) => mouth.phrase(id, text),
        audio: (id, samples, words) => mouth.audio(id, samples, words),
        seal: (id) => mouth.seal(id),
        end(outcome) {
          mine.outcome = outcome;
          tellOutcome();
          mouth.end();
        },
        get queuedMs() {
          return mouth.queuedMs;
        },
      });
      // What was made on trial leaves now, not at the next beat.
      mouth.tick();
    },
    sayLine(line) {
      current = { turn: conversation.turn, reply: undefined, stamps: {}, outcome: undefined, outcomeTold: true };
      const id = `line${++lines}`;
      mouth.begin();
      mouth.phrase(id, line.text);
      mouth.audio(id, line.samples, line.words);
      mouth.seal(id);
      mouth.end();
    },
    stop() {
      if (!mouth.speaking) return;
      const memory = current?.reply?.memory;
      if (mouth.stop() === 'played') return playedOut(true);
      const line = settle();
      if (line !== undefined) return conversation.replied(line, memory);
      const untold = conversation.unheard();
      if (untold !== undefined) options.onUntold(untold);
    },
    hold: () => mouth.hold(),
    resume() {
      // A wait that the caller's own noise made longer says nothing about our latency.
      if (current?.stamps.sentMs === undefined) delete current?.stamps.speechEndMs;
      mouth.resume();
      if (current?.stamps.sentMs !== undefined) options.onAudible();
      tellOutcome();
      mouth.tick();
    },
    soften: (softly) => mouth.soften(softly),
    answeredBy(onsetMs) {
      if (mouth.remainingMs < asGoodAsOverMs) return true;
      const last = mouth.heard.words.findLast((word) => word.heard !== 'no' && word.endMs <= onsetMs + questionTailMs);
      return last?.text.endsWith('?') === true && onsetMs - last.endMs < afterQuestionMs;
    },
    askedFor() {
      const heard = current?.reply === undefined ? [] : mouth.heard.words.filter((word) => word.heard !== 'no');
      return askedFor(heard.length > 0 ? heard.map(({ text }) => text).join(' ') : lastSaid);
    },
    get disclosed() {
      return disclosed;
    },
    get begun() {
      return mouth.begun;
    },
    get speaking() {
      return mouth.speaking;
    },
    get held() {
      return mouth.held;
    },
    get sayingLine() {
      return current !== undefined && current.reply === undefined;
    },
    get queuedMs() {
      return mouth.queuedMs;
    },
  };
}

const isComplete = (stamps: OpenStamps): stamps is TurnStamps =>
  stamps.speechEndMs !== undefined && stamps.sentMs !== undefined && stamps.playedMs !== undefined;
