import type { BrainInput, HeardLine } from '../../line/brain.ts';
import type { Utterance } from '../../line/speech.ts';
import type { CallEndReason, SpeculationReport } from '../../ports.ts';
import type { EndedTurn } from '../recognition/audio-recognition.ts';
import { createAgentTurns, type ResponderSurroundings } from './agent-turns.ts';
import { createCallStatus } from './call-state.ts';
import type { Conversation } from './conversation.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import type { ReplyPlayer } from './reply-player.ts';
import { createResponderState } from './responder-state.ts';
import { createWaiting } from './waiting.ts';

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

export function createResponder(options: DialogueOptions, around: ResponderSurroundings): Responder {
  const { nowMs } = options;
  const status = createCallStatus(options.send);
  const state = createResponderState(() => status.state);
  const waiting = createWaiting();
  const turns = createAgentTurns(options, around, { status, state, waiting });
  const { speech, goOn, say, farewell } = turns;
  const { player, conversation } = speech;

  return {
    ...{
      player,
      conversation,
      say,
      farewell,
      take: turns.take,
      open: turns.open,
      hush: turns.hush,
      callerSpoke: turns.callerSpoke,
    },
    takeKeys(input) {
      if (state.taken) return;
      if (player.interruptible) turns.take(input);
      else waiting.addInput(input);
    },
    speculate(pauseId, utterance) {
      if (!state.taken && player.interruptible) speech.speculate(pauseId, waiting.withSaid(utterance.text), utterance);
    },
    dropSpeculation: speech.dropSpeculation,
    answer(turn) {
      if (state.taken) return conversation.overheard(spokenIn(turn));
      player.confirm();
      waiting.addTurn(turn);
      if (state.endReason !== undefined || around.callerSpeaking() || player.sayingLine || !player.interruptible)
        return;
      turns.answerTurn(waiting.takeTurn() ?? turn);
    },
    goOn() {
      if (!player.held || around.callerSpeaking()) return goOn();
      player.resume();
    },
    apologise() {
      if (state.taken || around.callerSpeaking() || !player.interruptible) return;
      player.stop();
      state.replied(true);
      if (state.isHopeless) return farewell('fault');
      turns.sayClip(options.fallbacks.apology);
    },
    askForMoment() {
      player.confirm();
      if (!player.speaking) turns.sayClip(options.fallbacks.moment);
    },
    interrupt() {
      if (!player.speaking || !player.interruptible) return;
      options.note({ type: 'barge_in', atMs: nowMs(), onsetMs: nowMs(), stopMs: 0 });
      player.stop();
      goOn();
    },
    takeOver() {
      if (!state.mayBeTaken) return false;
      state.taken = true;
      player.soften(false);
      player.stop();
      conversation.overheard(spokenIn(waiting.takeTurn()));
      turns.hush();
      return true;
    },
    handBack(line) {
      state.taken = false;
      around.onActivity();
      if (!around.callerSpeaking()) say(line);
    },
    sayNext(text) {
      if (!state.hasGaps || !waiting.addText(text)) return false;
      if (status.state === 'listening') goOn();
      return true;
    },
    over() {
      status.advance('over');
      speech.dropSpeculation('the line is closed');
      player.stop();
    },
    tick: () => turns.endIfOverdue(),
    get listening() {
      return status.state === 'listening' && !player.speaking;
    },
    get transferring() {
      return status.state === 'transferring';
    },
    isTaken: () => state.taken,
    get turn() {
      return conversation.turn;
    },
    get speculation() {
      return speech.speculation;
    },
  };
}

const spokenIn = (turn: EndedTurn | undefined): HeardLine => ({ speaker: 'caller', text: turn?.utterance.text ?? '' });
