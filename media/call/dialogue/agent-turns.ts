import type { AgentInput } from '../../line/agent.ts';
import type { CallEndReason, NamedPerson } from '../../ports.ts';
import type { EndedTurn } from '../recognition/recognition-events.ts';
import { sessionOf } from '../session.ts';
import { createAgentActions } from './agent-actions.ts';
import { type AgentSpeech, createAgentSpeech } from './agent-speech.ts';
import { createCallEnding } from './call-ending.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import type { ReplyOutcome } from './reply.ts';
import type { SpokenFallbacks } from './spoken-fallbacks.ts';
import type { ResponderSurroundings, TurnKeeping } from './turn-keeping.ts';

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

export function createAgentTurns(
  options: DialogueOptions,
  around: ResponderSurroundings,
  keeping: TurnKeeping,
): AgentTurns {
  const { status, state, waiting } = keeping;
  const { plan, nowMs, note, send } = options;
  const { advance } = status;
  const speech = createAgentSpeech(options, status, {
    captions: around.captions,
    onActivity: around.onActivity,
    allowsInterruption: () => plan.turn.allowInterruptions && state.mayBeInterrupted,
    onAction: (action) => state.endReason === undefined && actions.beginEarly(action),
    onOutcome: (outcome) => ending.prepare(outcome),
    onPlayed: replyPlayed,
    onUnheard: (input) => waiting.addInput(input),
  });
  const { player } = speech;
  const ending = createCallEnding(options, around, keeping, { speech, answerTurn });
  const { finish, farewell } = ending;
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

  function replyPlayed(outcome: ReplyOutcome | undefined, overtaken: boolean): void {
    around.onActivity();
    if (status.state === 'ended') return;
    const carryOut = (outcome?.actions ?? []).filter((action) => action.kind !== 'end');
    if (state.endReason !== undefined) {
      for (const action of carryOut) if (action.kind !== 'transfer') actions.carryOut(action);
      return ending.goodbyePlayed();
    }
    if (state.disclosing) return disclosurePlayed();
    if (outcome !== undefined) state.replied(outcome.failed);
    if (!overtaken && state.isHopeless) return farewell('fault');
    advance('reply_played');
    for (const action of carryOut) actions.carryOut(action);
    if (!overtaken) goOn();
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
    endOrGoOn: ending.endOrGoOn,
    endIfOverdue: ending.endIfOverdue,
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
  };
}
