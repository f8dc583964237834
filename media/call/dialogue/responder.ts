import type { BrainInput, BrainPlan, HeardLine } from '../../line/brain.ts';
import type { Utterance } from '../../line/speech.ts';
import type { CallEndReason, SpeculationReport } from '../../ports.ts';
import { fillPlaceholders } from '../../text/placeholders.ts';
import type { EndedTurn } from '../recognition/audio-recognition.ts';
import { sessionOf } from '../session.ts';
import { createAgentActions } from './agent-actions.ts';
import { type CallState, createCallStatus } from './call-state.ts';
import type { Captions } from './captions.ts';
import { type Conversation, createConversation } from './conversation.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import { createReplyMaker, type Reply, type ReplyOutcome } from './reply.ts';
import { createReplyPlayer, type OpenStamps, type ReplyPlayer } from './reply-player.ts';
import { createSpeculationSlot } from './speculation.ts';
import type { SpokenFallbacks } from './spoken-fallbacks.ts';
import { createWaiting } from './waiting.ts';

/** What the responder asks of the dialogue that it answers for. */
export interface ResponderSurroundings {
  readonly captions: Captions;
  readonly callerSpeaking: () => boolean;
  /** The agent said something, or stopped. */
  readonly onActivity: () => void;
}

/** The agent's side of a call: what it says next, and when it must not. */
export interface Responder {
  /** What it says, and when that stops for the caller. */
  readonly player: ReplyPlayer;
  /** Greets. */
  open(): void;
  take(input: BrainInput): void;
  /** Says this, without asking the brain. */
  say(text: string): void;
  /** Silence, at once; what waits for an answer is forgotten. */
  hush(): void;
  /** Answers at once, as a word would be, unless the agent must finish. */
  takeKeys(input: BrainInput): void;
  /** Begins a reply while the caller may still go on. */
  speculate(pauseId: number, utterance: Utterance): void;
  dropSpeculation(reason: string): void;
  /** The caller's turn is over, and these are its words. */
  answer(turn: EndedTurn): void;
  /** There were none: resumes the held reply, or what has waited for both sides to be silent. */
  goOn(): void;
  /** Says that something went wrong, where what the caller said cannot be known. */
  apologise(): void;
  /** Asks for a moment. */
  askForMoment(): void;
  /** Silence, permanently. */
  interrupt(): void;
  callerSpoke(): void;
  /** Silence, and no answers, until `handBack`: a person speaks. False when the agent must finish what it does first. */
  takeOver(): boolean;
  /** The agent answers again, from this line on; a caller who is speaking gets an answer instead. */
  handBack(line: string): void;
  readonly conversation: Pick<Conversation, 'overheard' | 'guide'>;
  /** Says this in the next gap. False when there will be none. */
  sayNext(text: string): boolean;
  /** Says a farewell and ends. */
  farewell(reason: CallEndReason): void;
  /** The line is closed. Idempotent. */
  over(): void;
  tick(): void;
  /** Neither saying nor making anything. */
  readonly listening: boolean;
  /** Somebody is being called for the caller. */
  readonly transferring: boolean;
  readonly turn: number;
  /** A person speaks instead of the agent. */
  isTaken(): boolean;
  /** Counts of speculative replies. */
  readonly speculation: SpeculationReport;
}

/** After so many replies in a row that failed, the call is ended rather than the caller tried further. */
const failuresUntilFarewell = 3;
/** A required disclosure that cannot be said in full is tried so often. */
const mostDisclosures = 3;
/** A farewell that is not at hand may take this long to be made. */
const farewellMakingMs = 6000;
/** In these a person may begin to speak instead of the agent. */
const takeable: readonly CallState[] = ['listening', 'thinking', 'speaking'];

export function createResponder(options: DialogueOptions, around: ResponderSurroundings): Responder {
  const { plan, nowMs, note, scope, send } = options;
  const disclosure = spokenDisclosure(plan.brain);
  const conversation = createConversation(plan.callUuid, plan.brain, plan.llm);
  const replies = createReplyMaker(options, conversation);
  const speculation = createSpeculationSlot();
  const waiting = createWaiting();
  const status = createCallStatus(send);
  const { advance } = status;
  let ending: { readonly reason: CallEndReason; readonly capMs: number } | undefined;
  let failures = 0;
  /** Times that the required disclosure has been said in a row; undefined when it is not being said. */
  let disclosing: number | undefined;
  let taken = false;

  const player = createReplyPlayer({
    openOutput: options.openOutput,
    conversation,
    captions: around.captions,
    ...(disclosure === undefined ? {} : { disclosure }),
    nowMs,
    note,
    send,
    advance,
    allowsInterruption: () => plan.turn.allowInterruptions && ending === undefined && disclosing === undefined,
    onActivity: around.onActivity,
    onOutcome: prepareEnding,
    onPlayed: replyPlayed,
    onUntold: (input) => waiting.addInput(input),
  });
  const actions = createAgentActions({
    session: sessionOf(plan),
    ports: options.ports,
    nowMs,
    note,
    send,
    signal: scope.signal,
    onTrouble: options.onTrouble,
    onTransferring: () => advance('transfer_began'),
    onTransferred: () => finish('transferred'),
    onResult(input) {
      if (input.kind === 'transfer_result') advance('transfer_failed');
      waiting.addInput(input);
      goOn();
    },
  });

  /** Answers what has waited for both sides to be silent. */
  function goOn(): void {
    if (ending !== undefined || taken || player.speaking || around.callerSpeaking()) return;
    const text = waiting.takeText();
    if (text !== undefined) return say(text);
    const turn = waiting.takeTurn();
    if (turn !== undefined) return reply(turn);
    const input = waiting.takeInput();
    if (input !== undefined) take(input);
  }

  /** Answers an input: the turn is the agent's now. `ready` is a reply to it that was made speculatively. */
  function take(input: BrainInput, ready?: Reply, stamps: OpenStamps = {}): void {
    if (ending !== undefined || taken || status.state === 'ended') return;
    player.stop();
    // A speculative reply begun before this one knows nothing of it.
    speculation.drop('overtaken');
    advance('turn_ended');
    player.say(ready ?? replies.make(input), input, stamps);
  }

  function reply(turn: EndedTurn): void {
    const text = conversation.withCarried(turn.utterance.text);
    const speculative = speculation.commit(turn.pauseId, text);
    const stamps = { speechEndMs: turn.endMs, decidedMs: nowMs(), wordsMs: speculative?.wordsMs ?? nowMs() };
    take({ kind: 'said', text, confidence: turn.utterance.confidence }, speculative?.reply, stamps);
  }

  function hush(): void {
    disclosing = undefined;
    player.stop();
    speculation.drop('hushed');
    waiting.clear();
  }

  function disclose(times: number): void {
    disclosing = times;
    advance('turn_ended');
    player.say(replies.sayOnly(disclosure ?? '', opening), opening, {});
  }

  function disclosurePlayed(times: number): void {
    if (!player.disclosed && times < mostDisclosures) return disclose(times + 1);
    disclosing = undefined;
    if (!player.disclosed) return finish('fault');
    take({ ...opening, disclosed: true });
  }

  function prepareEnding(outcome: ReplyOutcome): void {
    const end = outcome.actions.find((action) => action.kind === 'end');
    if (end === undefined) return;
    note({ type: 'action', atMs: nowMs(), action: end });
    beginEnding(end.reason);
  }

  /** What is queued now is still played, acknowledged or not, but the line is not kept open for longer. */
  function beginEnding(reason: CallEndReason, makingMs = 0): void {
    ending ??= { reason, capMs: nowMs() + makingMs + player.queuedMs + plan.limits.goodbyeDrainMs };
    advance('goodbye_began');
  }

  function replyPlayed(outcome: ReplyOutcome | undefined, overtaken: boolean): void {
    around.onActivity();
    if (status.state === 'ended') return;
    const carryOut = (outcome?.actions ?? []).filter((action) => action.kind !== 'end');
    if (ending !== undefined) {
      for (const action of carryOut) if (action.kind !== 'transfer') actions.carryOut(action);
      return finish(ending.reason);
    }
    if (disclosing !== undefined) return disclosurePlayed(disclosing);
    if (outcome !== undefined) failures = outcome.failed ? failures + 1 : 0;
    if (!overtaken && failures >= failuresUntilFarewell) return farewell('fault');
    advance('reply_played');
    for (const action of carryOut) actions.carryOut(action);
    if (!overtaken) goOn();
  }

  function sayLine(line: SpokenFallbacks['apology']): void {
    if (ending !== undefined || taken || status.state === 'ended' || line === undefined) return;
    advance('turn_ended');
    player.sayLine(line);
  }

  function say(text: string): void {
    if (ending !== undefined || taken || status.state === 'ended') return;
    player.stop();
    speculation.drop('overtaken');
    advance('stream_started');
    advance('turn_ended');
    const input: BrainInput = { kind: 'silence', count: 0 };
    player.say(replies.sayOnly(text, input), input, {});
  }

  function finish(reason: CallEndReason): void {
    if (status.state === 'ended') return;
    advance('over');
    options.onOver(reason);
  }

  function farewell(reason: CallEndReason): void {
    if (ending !== undefined || status.state === 'ended') return;
    disclosing = undefined;
    // A person speaks with the caller from here on, or has said goodbye.
    if (reason === 'transferred' || (taken && reason === 'operator')) return finish(reason);
    taken = false;
    player.stop();
    speculation.drop('the call ends');
    const clip = options.fallbacks.farewell;
    if (clip !== undefined) {
      player.sayLine(clip);
      return beginEnding(reason);
    }
    const input: BrainInput = { kind: 'silence', count: 0 };
    player.say(replies.sayOnly(options.language.lines.farewell, input), input, {});
    beginEnding(reason, farewellMakingMs);
  }

  return {
    player,
    open() {
      advance('stream_started');
      if (plan.disclosureRequired !== true || disclosure === undefined) take(opening);
      else if (player.disclosed) take({ ...opening, disclosed: true });
      else disclose(1);
    },
    take,
    say,
    hush,
    takeKeys(input) {
      if (taken) return;
      if (player.interruptible) take(input);
      else waiting.addInput(input);
    },
    speculate(pauseId, utterance) {
      if (taken || !player.interruptible) return;
      player.confirm();
      const text = conversation.withCarried(waiting.withSaid(utterance.text));
      const reply = replies.make({ kind: 'said', text, confidence: utterance.confidence });
      speculation.put({ pauseId, text, wordsMs: nowMs(), reply });
    },
    dropSpeculation: speculation.drop,
    answer(turn) {
      if (taken) return conversation.overheard(spokenIn(turn));
      player.confirm();
      waiting.addTurn(turn);
      if (ending !== undefined || around.callerSpeaking() || player.sayingLine || !player.interruptible) return;
      reply(waiting.takeTurn() ?? turn);
    },
    goOn() {
      if (!player.held || around.callerSpeaking()) return goOn();
      player.resume();
    },
    apologise() {
      if (taken || around.callerSpeaking() || !player.interruptible) return;
      player.stop();
      failures += 1;
      if (failures >= failuresUntilFarewell) return farewell('fault');
      sayLine(options.fallbacks.apology);
    },
    askForMoment() {
      player.confirm();
      if (!player.speaking) sayLine(options.fallbacks.moment);
    },
    interrupt() {
      if (!player.speaking || !player.interruptible) return;
      note({ type: 'barge_in', atMs: nowMs(), onsetMs: nowMs(), stopMs: 0 });
      player.stop();
      goOn();
    },
    callerSpoke: actions.callerSpoke,
    takeOver() {
      if (taken || ending !== undefined || disclosing !== undefined || !takeable.includes(status.state)) return false;
      taken = true;
      player.soften(false);
      player.stop();
      conversation.overheard(spokenIn(waiting.takeTurn()));
      hush();
      return true;
    },
    handBack(line) {
      taken = false;
      around.onActivity();
      if (!around.callerSpeaking()) say(line);
    },
    conversation,
    sayNext(text) {
      if (taken || ending !== undefined || !takeable.includes(status.state) || !waiting.addText(text)) return false;
      if (status.state === 'listening') goOn();
      return true;
    },
    farewell,
    over() {
      advance('over');
      speculation.drop('the line is closed');
      player.stop();
    },
    tick() {
      if (ending === undefined || status.state === 'ended' || nowMs() <= ending.capMs) return;
      player.stop();
      finish(ending.reason);
    },
    get listening() {
      return status.state === 'listening' && !player.speaking;
    },
    get transferring() {
      return status.state === 'transferring';
    },
    isTaken: () => taken,
    get turn() {
      return conversation.turn;
    },
    get speculation() {
      return speculation.report;
    },
  };
}

const spokenIn = (turn: EndedTurn | undefined): HeardLine => ({ speaker: 'caller', text: turn?.utterance.text ?? '' });

const opening = { kind: 'opening' } as const satisfies BrainInput;

/** The disclosure as it is spoken. */
const spokenDisclosure = ({ recordingDisclosure, contact, agentName, businessName }: BrainPlan): string | undefined => {
  const values = { ...contact, agent: agentName, business: businessName };
  const text = fillPlaceholders(recordingDisclosure ?? '', values);
  return text === '' ? undefined : text;
};
