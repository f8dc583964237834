import type { AgentInput } from '../../line/agent.ts';
import type { CallEndReason, NamedPerson } from '../../ports.ts';
import type { EndedTurn } from '../recognition/recognition-events.ts';
import { sessionOf } from '../session.ts';
import { createAgentActions } from './agent-actions.ts';
import { type AgentSpeech, createAgentSpeech } from './agent-speech.ts';
import type { CallStatus } from './call-state.ts';
import type { Captions } from './captions.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import { goesBeyondFarewell } from './farewell-words.ts';
import type { ReplyOutcome } from './reply.ts';
import type { ResponderState } from './responder-state.ts';
import type { SpokenFallbacks } from './spoken-fallbacks.ts';
import type { Waiting } from './waiting.ts';

/** What the responder needs from its dialogue. */
export interface ResponderSurroundings {
  readonly captions: Captions;
  readonly callerSpeaking: () => boolean;
  /** The agent said something, or stopped. */
  readonly onActivity: () => void;
}

/** State that the agent's turns depend on and change. */
export interface TurnKeeping {
  readonly status: CallStatus;
  readonly state: ResponderState;
  readonly waiting: Waiting;
}

/** The agent's turns in sequence: what it says next, what it does once that has been played, and how the call ends. */
export interface AgentTurns {
  readonly speech: AgentSpeech;
  /** Speaks the recording disclosure if it is required first, then greets. */
  open(): void;
  /** Answers an input at once: it is now the agent's turn. */
  take(input: AgentInput): void;
  answerTurn(turn: EndedTurn): void;
  /** Answers the inputs that waited for both sides to be silent. */
  goOn(): void;
  say(text: string, person?: NamedPerson): void;
  sayClip(line: SpokenFallbacks['apology']): void;
  hush(): void;
  farewell(reason: CallEndReason): void;
  callerSpoke(): void;
  /** Whether a tool is running. */
  readonly isWaitingForTool: boolean;
  /** Returns whether to say now that a tool is still running. */
  isProgressDue(): boolean;
  /** Answers a caller who went on during the goodbye, and otherwise ends the call, once both sides are silent. */
  endOrGoOn(): void;
  endIfOverdue(): void;
}

/** How long a caller who speaks as the goodbye ends is heard out. */
const hearOutMs = 15_000;

export function createAgentTurns(
  options: DialogueOptions,
  around: ResponderSurroundings,
  { status, state, waiting }: TurnKeeping,
): AgentTurns {
  const { plan, nowMs, note, send } = options;
  const { advance } = status;
  let goodbyePlayed = false;
  const speech = createAgentSpeech(options, status, {
    captions: around.captions,
    onActivity: around.onActivity,
    allowsInterruption: () => plan.turn.allowInterruptions && state.mayBeInterrupted,
    onAction: (action) => state.endReason === undefined && actions.beginEarly(action),
    onOutcome: prepareEnding,
    onPlayed: replyPlayed,
    onUnheard: (input) => waiting.addInput(input),
  });
  const { player } = speech;
  const actions = createAgentActions({
    session: sessionOf(plan),
    ports: options.ports,
    plan: () => speech.conversation.plan,
    turn: () => speech.conversation.turn,
    nowMs,
    note,
    send,
    signal: options.scope.signal,
    onTrouble: options.onTrouble,
    onTransferring: () => advance('transfer_began'),
    onTransferred: () => finish('transferred'),
    onHandedOver: speech.handedOver,
    onResult(input) {
      if (input.kind === 'transfer_result') advance('transfer_failed');
      waiting.addInput(input);
      goOn();
    },
  });

  function take(input: AgentInput): void {
    if (state.mayAnswer) speech.answer(input);
  }

  function answerTurn(turn: EndedTurn): void {
    const { input, ready, stamps } = speech.answerFor(turn);
    if (state.mayAnswer) speech.answer(input, ready, stamps);
  }

  function say(text: string, person?: NamedPerson): void {
    if (state.mayAnswer) speech.line(text, person);
  }

  function goOn(): void {
    if (state.endReason !== undefined || state.taken || player.speaking || around.callerSpeaking()) return;
    const next = waiting.takeText();
    if (next !== undefined) return say(next.text, next.person);
    const turn = waiting.takeTurn();
    if (turn !== undefined) return answerTurn(turn);
    const input = waiting.takeInput();
    if (input !== undefined) take(input);
  }

  function disclose(): void {
    state.beginDisclosure();
    speech.disclose();
  }

  function disclosurePlayed(): void {
    const hearing = state.disclosureSaid(player.disclosed);
    if (hearing === 'again') return disclose();
    if (hearing === 'not_heard') return finish('fault');
    take({ kind: 'opening', disclosed: true });
  }

  function prepareEnding({ actions: wanted }: ReplyOutcome): void {
    const end = wanted.find((action) => action.kind === 'end');
    if (end === undefined) return;
    note({ type: 'action', atMs: nowMs(), action: end });
    beginEnding(end.reason, 'agent');
  }

  /** Queued audio is still played, acknowledged or not, but the line does not stay open longer than that. */
  function beginEnding(reason: CallEndReason, by: 'agent' | 'call', makingMs = 0): void {
    state.end(reason, nowMs() + makingMs + player.queuedMs + plan.limits.goodbyeDrainMs, by);
    advance('goodbye_began');
  }

  function replyPlayed(outcome: ReplyOutcome | undefined, overtaken: boolean): void {
    around.onActivity();
    if (status.state === 'ended') return;
    const carryOut = (outcome?.actions ?? []).filter((action) => action.kind !== 'end');
    if (state.endReason !== undefined) {
      for (const action of carryOut) if (action.kind !== 'transfer') actions.carryOut(action);
      goodbyePlayed = true;
      return endOrGoOn();
    }
    if (state.disclosing) return disclosurePlayed();
    if (outcome !== undefined) state.replied(outcome.failed);
    if (!overtaken && state.isHopeless) return farewell('fault');
    advance('reply_played');
    for (const action of carryOut) actions.carryOut(action);
    if (!overtaken) goOn();
  }

  function endOrGoOn(): void {
    const reason = state.endReason;
    if (reason === undefined || !goodbyePlayed) return;
    if (around.callerSpeaking() && state.hearOut(nowMs() + hearOutMs)) return;
    const turn = waiting.takeTurn();
    if (turn === undefined && state.linger(nowMs())) return;
    if (turn === undefined || !goesBeyondFarewell(turn.utterance.text) || !state.reopen()) return finish(reason);
    goodbyePlayed = false;
    speech.conversation.actionsDropped();
    advance('caller_went_on');
    answerTurn(turn);
  }

  function finish(reason: CallEndReason): void {
    if (status.state === 'ended') return;
    advance('over');
    options.onOver(reason);
  }

  function farewell(reason: CallEndReason): void {
    if (state.endReason !== undefined || status.state === 'ended') return;
    state.stopDisclosure();
    // A person takes over the call, or has said goodbye.
    if (reason === 'transferred' || (state.taken && reason === 'operator')) return finish(reason);
    state.taken = false;
    beginEnding(reason, 'call', speech.farewell());
  }

  return {
    speech,
    open() {
      advance('stream_started');
      if (plan.disclosureRequired !== true || !speech.canDisclose) take({ kind: 'opening' });
      else if (player.disclosed) take({ kind: 'opening', disclosed: true });
      else disclose();
    },
    take,
    answerTurn,
    goOn,
    say,
    farewell,
    endOrGoOn,
    callerSpoke: actions.callerSpoke,
    get isWaitingForTool() {
      return actions.isRunning;
    },
    isProgressDue: actions.isProgressDue,
    sayClip(line) {
      if (state.mayAnswer && line !== undefined) speech.clip(line);
    },
    hush() {
      state.stopDisclosure();
      speech.stop('hushed');
      waiting.clear();
    },
    endIfOverdue() {
      const reason = state.endReason;
      if (reason === undefined || !state.isOverdue(nowMs())) return;
      if (state.lingers && around.callerSpeaking() && state.hearOut(nowMs() + hearOutMs)) return;
      player.stop();
      finish(reason);
    },
  };
}
