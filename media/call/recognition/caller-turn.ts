import type { Clock } from '../../kit/clock.ts';
import type { LineRateHz } from '../../line/audio.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { RecogniseJob, TurnJob, TurnResult, Utterance } from '../../line/speech.ts';
import type { Dictation, TurnEndReason, TurnOutput } from '../../line/turn.ts';
import { createRecogniserStream } from '../../recogniser/stream.ts';
import type { NoInterruption } from '../../turn/interruption.ts';
import type { OverlapJudge } from '../../turn/overlap-words.ts';
import { createCallerPause, type PauseSurroundings } from './caller-pause.ts';
import { preRollMs } from './caller-track.ts';
import { createOverlapWatch } from './overlap-watch.ts';
import type { EndedTurn, RecognitionEvents } from './recognition-events.ts';
import { createWordlessTurns } from './wordless-turns.ts';

export interface CallerTurnOptions {
  readonly rateHz: LineRateHz;
  readonly languageCode: string;
  /** Amount of audio between two decodes of partial words. */
  readonly partialEveryMs: number;
  /** Partial decodes use at most one part in this many of an engine's time. */
  readonly partialShare: number;
  readonly minInterruptWords?: number;
  /** Names that the caller may say. */
  readonly keyTerms?: readonly string[];
  /** Judges words recognised over a reply. */
  readonly overlapJudge: OverlapJudge;
  /**
   * Whether speech that starts at this time answers the reply, because it has just asked a question or is nearly over.
   */
  readonly answersReply: (onsetMs: number) => boolean;
  /** What the agent has asked the caller to dictate, queried when a turn of the caller begins. */
  readonly askedFor: () => Dictation | undefined;
  readonly recognise: EngineClient<RecogniseJob, Utterance>;
  readonly endOfTurn: EngineClient<TurnJob, TurnResult>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Runs detector callbacks, so that an error affects only this call: all calls share the detector. */
  readonly guarded: (part: () => void) => void;
  readonly events: RecognitionEvents;
}

/** Carries out what the turn machine decides: recognises the open turn, and reports how it ended. */
export function createCallerTurn(options: CallerTurnOptions, { track, step, voice }: PauseSurroundings) {
  const { events } = options;
  let turnOnsetMs: number | undefined;
  let audioMs = 0;
  const turnOnset = (): number | undefined => turnOnsetMs;
  const overlap = createOverlapWatch({
    ...options,
    track,
    preRollMs,
    turnOnset,
    onAct: (act) => events.interruption(act),
    onTrouble: (error) => events.trouble(error),
  });
  const recogniser = openRecogniser(options, (text) => {
    step({ type: 'words', text, final: false });
    if (overlap.isTurn) events.partial(text);
  });
  const pause = createCallerPause(options, { track, step, voice }, { overlap, recogniser }, turnOnset);
  const wordless = createWordlessTurns({ events, overlap, clock: options.clock, guarded: options.guarded });

  function carryOut(output: TurnOutput): void {
    switch (output.type) {
      case 'turn_started':
        beginTurn(output.onsetMs);
        break;
      case 'turn_replaced':
        replaceTurn(output.onsetMs);
        break;
      case 'barge_in':
        bargeIn(output.onsetMs);
        break;
      case 'pause_started':
        pause.started(output.pauseId, output.endMs);
        break;
      case 'verdict_wanted':
        pause.askModel(output.pauseId);
        break;
      case 'pause_dropped':
        pause.over();
        recogniser.resume();
        events.speculationDropped();
        break;
      case 'turn_ended':
        endTurn(output);
        break;
      case 'turn_discarded':
        discard();
    }
  }

  function beginTurn(onsetMs: number): void {
    turnOnsetMs = onsetMs;
    audioMs = Math.max(0, onsetMs - preRollMs);
    recogniser.begin(track.since(audioMs), onsetMs);
    events.turnStarted(onsetMs);
    const dictation = options.askedFor();
    if (dictation !== undefined) step({ type: 'awaits', dictation });
  }

  const bargeIn = (onsetMs: number): void =>
    overlap.weigh({ type: 'over_reply', onsetMs, atMs: track.endMs, answers: options.answersReply(onsetMs) });

  /** The next turn begins before the end of the last is reported, so that nothing is answered in between. */
  function replaceTurn(onsetMs: number): void {
    const wasMs = turnOnsetMs ?? onsetMs;
    pause.over();
    const { overlap: over } = overlap.conclude();
    overlap.learnLevel('unknown');
    beginTurn(onsetMs);
    notAnswered(wasMs, over === undefined ? undefined : 'distant');
  }

  function notAnswered(onsetMs: number | undefined, because: NoInterruption | undefined): void {
    if (because === undefined || onsetMs === undefined) events.turnDiscarded();
    else events.turnPassed({ onsetMs, because, text: '' });
  }

  function endTurn(ended: { pauseId: number; endMs: number; reason: TurnEndReason }): void {
    const turn = { ...ended, onsetMs: turnOnsetMs ?? ended.endMs, audioMs };
    const wasEcho = voice().wasEcho({ ...turn, soft: overlap.isSoft });
    turnOnsetMs = undefined;
    pause.over();
    const concluded = overlap.conclude();
    wordless.add(turn, recogniser.end(), { ...concluded, wasEcho });
  }

  function discard(): void {
    const onsetMs = turnOnsetMs;
    turnOnsetMs = undefined;
    pause.over();
    void recogniser.end().catch(() => {});
    const because = overlap.conclude().overlap?.judge({ text: '', confidence: 0 }, 0);
    overlap.learnLevel('unknown');
    notAnswered(onsetMs, because);
  }

  return {
    /** Decides what the caller's speech over a reply does to it. */
    overlap,
    get isOpen() {
      return turnOnsetMs !== undefined;
    },
    /** The caller's next samples at the line rate. */
    push: recogniser.push,
    carryOut,
    /** Waits for turns whose words are not known yet, and returns the words of the open turn. */
    async finish(): Promise<EndedTurn | undefined> {
      const concluded = overlap.conclude();
      await wordless.settled();
      if (turnOnsetMs === undefined) return undefined;
      const onsetMs = turnOnsetMs;
      turnOnsetMs = undefined;
      const utterance = await recogniser.end().catch((error: unknown) => void events.trouble(error));
      if (utterance === undefined || utterance.text === '') return undefined;
      const { endMs } = track;
      if (concluded.overlap?.judge(utterance, endMs - onsetMs) !== undefined) return undefined;
      return { pauseId: -1, utterance, onsetMs, audioMs, endMs, reason: 'cap' };
    },
    close(): void {
      pause.over();
      recogniser.close();
    },
  };
}

const openRecogniser = (options: CallerTurnOptions, onPartial: (text: string) => void) =>
  createRecogniserStream({
    client: options.recognise,
    rateHz: options.rateHz,
    languageCode: options.languageCode,
    partialEveryMs: options.partialEveryMs,
    partialShare: options.partialShare,
    ...(options.keyTerms === undefined ? {} : { keyTerms: options.keyTerms }),
    signal: options.signal,
    onPartial,
  });
