import type { AgentInput, HeardLine } from '../../line/agent.ts';
import type { Utterance } from '../../line/speech.ts';
import type { CallEndReason, SpeculationReport, SupervisorText } from '../../ports.ts';
import { judgeCompleteness } from '../../turn/completeness.ts';
import { completenessWordsOf } from '../../turn/completeness-words.ts';
import type { EndedTurn } from '../recognition/recognition-events.ts';
import { createAgentTurns } from './agent-turns.ts';
import { createCallStatus } from './call-state.ts';
import type { Conversation } from './conversation.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import type { ReplyPlayer } from './reply-player.ts';
import { createResponderState } from './responder-state.ts';
import type { ResponderSurroundings } from './turn-keeping.ts';
import { createWaiting } from './waiting.ts';

/** The agent's side of a call: what it says next, and when it must be silent. */
export interface Responder {
  /** Plays what it says, and stops that for the caller. */
  readonly player: ReplyPlayer;
  /** Greets. */
  open(): void;
  take(input: AgentInput): void;
  /** Speaks this text without using the agent engine. */
  say(text: string): void;
  /** Stops speech at once, and drops everything that waits for an answer. */
  hush(): void;
  /** Answers keys at once, like words, unless the agent must finish first. */
  takeKeys(input: AgentInput): void;
  /** Begins a speculative reply while the caller may still continue. */
  speculate(pauseId: number, utterance: Utterance): void;
  dropSpeculation(reason: string): void;
  /** Answers the words of the caller's finished turn. */
  answer(turn: EndedTurn): void;
  /** Resumes the held reply, or answers what has waited, because the turn had no words to answer. */
  goOn(): void;
  /** Apologises, because the caller's words could not be recognised. */
  apologise(): void;
  /** Asks the caller for a moment. */
  askForMoment(): void;
  /** Stops the reply; it does not resume. */
  interrupt(): void;
  callerSpoke(): void;
  /** Silences the agent until `handBack`, because a person speaks. Returns false while the agent must finish first. */
  takeOver(): boolean;
  /** Lets the agent answer again, beginning with this line; if the caller is speaking, they get an answer instead. */
  handBack(line: string): void;
  readonly conversation: Pick<Conversation, 'overheard' | 'guide'>;
  /** Speaks a person's text in the next gap. Returns false if there will be none. */
  sayNext(text: SupervisorText): boolean;
  /** Speaks a farewell and ends the call. */
  farewell(reason: CallEndReason): void;
  /** Called when the line is closed. Idempotent. */
  over(): void;
  tick(): void;
  /** True while the agent neither speaks nor prepares a reply. */
  readonly listening: boolean;
  /** True while a tool is running. */
  readonly isWaitingForTool: boolean;
  /** Returns whether to say now that a tool is still running. */
  isProgressDue(): boolean;
  /** True while a transfer is in progress. */
  readonly transferring: boolean;
  readonly turn: number;
  /** Whether a person speaks instead of the agent. */
  isTaken(): boolean;
  /** Statistics of speculative replies. */
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
    player,
    conversation,
    say,
    farewell,
    take: turns.take,
    open: turns.open,
    hush: turns.hush,
    callerSpoke: turns.callerSpoke,
    takeKeys(input) {
      if (state.taken) return;
      if (player.interruptible) turns.take(input);
      else waiting.addInput(input);
    },
    speculate(pauseId, utterance) {
      if (state.taken || !player.interruptible) return;
      if (!speculates(options.plan, utterance.text)) return player.confirm();
      speech.speculate(pauseId, waiting.withSaid(utterance.text), utterance);
    },
    dropSpeculation: speech.dropSpeculation,
    answer(turn) {
      if (state.taken) return conversation.overheard(spokenIn(turn));
      player.confirm();
      waiting.addTurn(turn);
      if (state.endReason !== undefined) return turns.endOrGoOn();
      if (around.callerSpeaking() || player.sayingLine || !player.interruptible) return;
      turns.answerTurn(waiting.takeTurn() ?? turn);
    },
    goOn() {
      if (state.endReason !== undefined) return turns.endOrGoOn();
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
    get isWaitingForTool() {
      return turns.isWaitingForTool;
    },
    isProgressDue: turns.isProgressDue,
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

/** Returns whether a reply to these words is prepared before the turn has ended. */
function speculates({ llm, brain }: DialogueOptions['plan'], text: string): boolean {
  const { speculation = 'always' } = llm ?? {};
  if (speculation !== 'sure') return speculation === 'always';
  return judgeCompleteness(text, completenessWordsOf(brain.languageCode)) === 'complete';
}
