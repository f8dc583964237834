import type { CallEndReason } from '../../ports.ts';
import type { EndedTurn } from '../recognition/recognition-events.ts';
import type { AgentSpeech } from './agent-speech.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import { goesBeyondFarewell } from './farewell-words.ts';
import type { ReplyOutcome } from './reply.ts';
import type { ResponderSurroundings, TurnKeeping } from './turn-keeping.ts';

/** How long a caller who speaks as the goodbye ends is heard out. */
const hearOutMs = 15_000;

/** How the agent ends a call: it says goodbye, waits until that has been played, and hears out a caller who continues. */
export function createCallEnding(
  { plan, nowMs, note, onOver }: DialogueOptions,
  { callerSpeaking }: Pick<ResponderSurroundings, 'callerSpeaking'>,
  { status, state, waiting }: TurnKeeping,
  turns: { readonly speech: AgentSpeech; readonly answerTurn: (turn: EndedTurn) => void },
) {
  const { speech } = turns;
  const { player } = speech;
  let isGoodbyePlayed = false;

  /** Queued audio is still played, acknowledged or not, but the line does not stay open longer than that. */
  function begin(reason: CallEndReason, by: 'agent' | 'call', makingMs = 0): void {
    state.end(reason, nowMs() + makingMs + player.queuedMs + plan.limits.goodbyeDrainMs, by);
    status.advance('goodbye_began');
  }

  function finish(reason: CallEndReason): void {
    if (status.state === 'ended') return;
    status.advance('over');
    onOver(reason);
  }

  function endOrGoOn(): void {
    const reason = state.endReason;
    if (reason === undefined || !isGoodbyePlayed) return;
    if (callerSpeaking() && state.hearOut(nowMs() + hearOutMs)) return;
    const turn = waiting.takeTurn();
    if (turn === undefined && state.linger(nowMs())) return;
    if (turn === undefined || !goesBeyondFarewell(turn.utterance.text) || !state.reopen()) return finish(reason);
    isGoodbyePlayed = false;
    speech.conversation.actionsDropped();
    status.advance('caller_went_on');
    turns.answerTurn(turn);
  }

  return {
    /** Ends the call after a reply whose actions say so. */
    prepare({ actions }: ReplyOutcome): void {
      const end = actions.find((action) => action.kind === 'end');
      if (end === undefined) return;
      note({ type: 'action', atMs: nowMs(), action: end });
      begin(end.reason, 'agent');
    },
    /** Ends the call at once. */
    finish,
    farewell(reason: CallEndReason): void {
      if (state.endReason !== undefined || status.state === 'ended') return;
      state.stopDisclosure();
      // A person takes over the call, or has said goodbye.
      if (reason === 'transferred' || (state.taken && reason === 'operator')) return finish(reason);
      state.taken = false;
      begin(reason, 'call', speech.farewell());
    },
    goodbyePlayed(): void {
      isGoodbyePlayed = true;
      endOrGoOn();
    },
    endOrGoOn,
    endIfOverdue(): void {
      const reason = state.endReason;
      if (reason === undefined || !state.isOverdue(nowMs())) return;
      if (state.lingers && callerSpeaking() && state.hearOut(nowMs() + hearOutMs)) return;
      player.stop();
      finish(reason);
    },
  };
}
