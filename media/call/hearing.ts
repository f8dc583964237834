import { createResampler } from '../dsp/resampler.ts';
import type { Clock } from '../kit/clock.ts';
import type { LineRateHz } from '../line/audio.ts';
import type { EngineClient } from '../line/engine.ts';
import type { RecogniseJob, TurnJob, TurnResult, Utterance } from '../line/speech.ts';
import type { Dictation, SpeechEvent, TurnEndReason, TurnInput, TurnOutput, VadStep } from '../line/turn.ts';
import { createRecogniserStream } from '../recogniser/stream.ts';
import { createCallerLevel } from '../turn/caller-level.ts';
import type { EchoGuard } from '../turn/echo.ts';
import {
  type Concluded,
  createInterruptionMachine,
  type InterruptionInput,
  type InterruptionOutput,
  type NoInterruption,
} from '../turn/interruption.ts';
import { createTurnMachine } from '../turn/machine.ts';
import { createGate } from '../vad/gate.ts';
import type { VoiceActivity } from '../vad/silero.ts';
import { createHistoryRing, type HistoryRing } from './history-ring.ts';

/**
 * What a call learns from listening to its caller. Times are milliseconds on the track's sample clock. Each turn that
 * starts is ended, discarded or lost, once; the next may start before the words of the last are known.
 */
export interface HearingEvents {
  turnStarted(onsetMs: number): void;
  partial(text: string): void;
  /** The caller pauses, and this is what was said: a reply may be tried. */
  trial(trial: { readonly pauseId: number; readonly utterance: Utterance }): void;
  trialDropped(): void;
  turnEnded(turn: EndedTurn): void;
  turnDiscarded(): void;
  /** Something was said, and no model was there to understand it. */
  turnLost(error: unknown): void;
  /** The turn is over, and its words are long in coming. */
  wordsLate(): void;
  /** What to do with the reply that the caller speaks over. */
  interruption(act: Exclude<InterruptionOutput, { type: 'look' }>): void;
  /** A turn that was said over a reply and is no interruption: nothing to answer. */
  turnPassed(turn: PassedTurn): void;
  /** A model failed; the call goes on without what it would have told. */
  trouble(error: unknown): void;
}

export interface EndedTurn {
  readonly pauseId: number;
  readonly utterance: Utterance;
  readonly onsetMs: number;
  /** Where the utterance's audio begins, to which its words' times are relative. */
  readonly audioMs: number;
  readonly endMs: number;
  readonly reason: TurnEndReason;
}

export interface PassedTurn {
  readonly onsetMs: number;
  readonly because: NoInterruption;
  readonly text: string;
}

export interface HearingOptions {
  readonly rateHz: LineRateHz;
  readonly languageCode: string;
  /** Audio between two decodes of words not yet final. */
  readonly partialEveryMs: number;
  /** They take at most one part in so many of an engine's time. */
  readonly partialShare: number;
  readonly endpointingMs?: number;
  readonly minInterruptWords?: number;
  /** Whether what the caller says at this time answers the reply: it has just asked, or is as good as over. */
  readonly answersReply: (onsetMs: number) => boolean;
  /** What the agent has asked the caller to read out, when a turn of his begins. */
  readonly askedFor: () => Dictation | undefined;
  readonly voiceActivity: VoiceActivity;
  readonly recognise: EngineClient<RecogniseJob, Utterance>;
  readonly endOfTurn: EngineClient<TurnJob, TurnResult>;
  readonly echo: EchoGuard;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Runs what the detector calls back with, so that a fault stays in this call: all calls share the detector. */
  readonly guarded: (part: () => void) => void;
  readonly events: HearingEvents;
}

export interface Hearing {
  /** The caller's next samples at the line rate. */
  push(samples: Float32Array): void;
  replyAudible(audible: boolean, atMs: number): void;
  /** Whether sound this loud is too soft to be the caller's speech. */
  isSilence(levelDbfs: number): boolean;
  /** Whether the caller's turn is over at this time, where no sound came after `soundMs`. */
  endsBy(atMs: number, soundMs: number): boolean;
  /** It is: there has been silence since the last step. */
  silentUntil(atMs: number): void;
  /** The caller has gone: turns that wait for their words are told, and the answer is what was just being said. */
  finish(): Promise<EndedTurn | undefined>;
  close(): void;
  readonly memory: HistoryRing['memory'];
}

/** Speech heard before the detector was sure of it: consonants are quiet, so begin well before the onset. */
const preRollMs = 320;
/** smart-turn hears the last 8 s; the recogniser's pre-roll is shorter. */
const historySeconds = 9;
/** A caller who has waited this long for his words to be understood is told something. */
const wordsLateMs = 2000;
/** An onset that was taken for our own echo is judged again this often. */
const echoWindowMs = 240;
/** The longest echo that is known as one, and the window in which it is. */
const echoTailMs = 1000;
/** The latest of a turn that is looked at while it is not known whether it interrupts. */
const lookMs = 6000;

export function createHearing(options: HearingOptions): Hearing {
  const { rateHz, events, signal } = options;
  const history = createHistoryRing(historySeconds * rateHz);
  const toVad = rateHz === 8000 ? undefined : createResampler(rateHz, 8000);
  const gate = createGate();
  const machine = createTurnMachine(
    options.endpointingMs === undefined ? {} : { endpointingMs: options.endpointingMs },
  );
  const interruption = createInterruptionMachine(
    options.minInterruptWords === undefined ? {} : { minWords: options.minInterruptWords },
  );
  const callerLevel = createCallerLevel();
  const recogniser = createRecogniserStream({
    client: options.recognise,
    rateHz,
    languageCode: options.languageCode,
    partialEveryMs: options.partialEveryMs,
    partialShare: options.partialShare,
    signal,
    onPartial(text) {
      step({ type: 'words', text, final: false });
      if (isTurn()) events.partial(text);
    },
  });
  const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);

  let turnOnsetMs: number | undefined;
  let audioMs = 0;
  let audible = false;
  /** When the reply fell silent. */
  let silentFromMs = Number.NEGATIVE_INFINITY;
  /** The gate hears speech that was judged to be our own echo. */
  let echoing = false;
  /** End of the last step. */
  let judgedMs = 0;
  let verdict: AbortController | undefined;
  /** Turns that are over and whose words are not known yet. */
  const wordless = new Set<Promise<void>>();

  const vad = options.voiceActivity.open({ onStep: (vadStep) => options.guarded(() => hear(vadStep)) });

  /** Whether what is being said is a turn of the caller's, as far as is known. */
  const isTurn = (): boolean => interruption.verdict === 'none' || interruption.verdict === 'cut';

  function hear(vadStep: VadStep): void {
    judgedMs = vadStep.endMs;
    if (turnOnsetMs !== undefined && gate.state === 'speaking') callerLevel.speech(vadStep.levelDbfs);
    weigh({ type: 'step', step: vadStep, weakDbfs: callerLevel.weakDbfs });
    for (const event of gate.step(vadStep)) pass(event, vadStep.endMs);
    const { endMs } = vadStep;
    if (echoing && gate.state === 'speaking' && !isEcho(endMs - echoWindowMs, endMs)) {
      echoing = false;
      step({ type: 'speech_started', onsetMs: endMs - echoWindowMs, atMs: endMs });
    }
    step({ type: 'tick', atMs: endMs });
  }

  function weigh(input: InterruptionInput): void {
    for (const output of interruption.step(input)) {
      if (output.type === 'look') void look();
      else events.interruption(output);
    }
  }

  /** Understands what there is of a turn that may be an interruption. */
  async function look(): Promise<void> {
    const onsetMs = turnOnsetMs;
    if (onsetMs === undefined) return;
    const from = Math.max(samplesOf(onsetMs - preRollMs), history.end - samplesOf(lookMs));
    const atMs = (history.end * 1000) / rateHz;
    const { languageCode } = options;
    const samples = history.slice(from, history.end);
    try {
      const job: RecogniseJob = { samples, rateHz, languageCode, kind: 'partial', urgent: true };
      for await (const utterance of options.recognise.run(job, signal)) {
        if (turnOnsetMs === onsetMs && !signal.aborted)
          options.guarded(() => weigh({ type: 'words', heard: utterance, final: false, atMs }));
      }
    } catch (error) {
      events.trouble(error);
    }
  }

  /** The echo of a reply is heard a while after it is over. */
  const isEcho = (fromMs: number, toMs: number): boolean =>
    (audible || toMs < silentFromMs + echoTailMs) && options.echo.isEcho(fromMs, toMs);

  /** Keeps what the gate makes of our own echo from the turn machine. */
  function pass(event: SpeechEvent, atMs: number): void {
    if (event.type === 'speech_started') echoing = isEcho(event.onsetMs, atMs);
    if (echoing) return;
    step(event);
    if (event.type === 'speech_paused') weigh({ type: 'paused', endMs: event.endMs, atMs });
    if (event.type === 'speech_resumed') weigh({ type: 'resumed', atMs });
  }

  function step(input: TurnInput): void {
    for (const output of machine.step(input)) carryOut(output);
  }

  function carryOut(output: TurnOutput): void {
    switch (output.type) {
      case 'turn_started':
        turnOnsetMs = output.onsetMs;
        audioMs = Math.max(0, output.onsetMs - preRollMs);
        recogniser.begin(history.slice(samplesOf(audioMs), history.end), output.onsetMs);
        events.turnStarted(output.onsetMs);
        hearQuestion();
        break;
      case 'barge_in':
        weigh({
          type: 'over_reply',
          onsetMs: output.onsetMs,
          atMs: (history.end * 1000) / rateHz,
          answers: options.answersReply(output.onsetMs),
        });
        break;
      case 'pause_started':
        void decode(output.pauseId);
        void judge(output.pauseId);
        break;
      case 'pause_dropped':
        verdict?.abort();
        recogniser.resume();
        events.trialDropped();
        break;
      case 'turn_ended':
        endTurn(output);
        break;
      case 'turn_discarded':
        discard();
    }
  }

  function hearQuestion(): void {
    const dictation = options.askedFor();
    if (dictation !== undefined) step({ type: 'awaits', dictation });
  }

  async function decode(pauseId: number): Promise<void> {
    try {
      const utterance = await recogniser.pause();
      if (utterance === undefined || signal.aborted) return;
      const { text } = utterance;
      step({ type: 'words', text, final: true, pauseId });
      weigh({ type: 'words', heard: utterance, final: true, atMs: (history.end * 1000) / rateHz });
      if (turnOnsetMs !== undefined && text !== '' && isTurn()) events.trial({ pauseId, utterance });
    } catch (error) {
      events.trouble(error);
    }
  }

  async function judge(pauseId: number): Promise<void> {
    verdict?.abort();
    const asked = new AbortController();
    verdict = asked;
    const samples = history.slice(samplesOf((turnOnsetMs ?? 0) - preRollMs), history.end);
    try {
      for await (const result of options.endOfTurn.run({ samples, rateHz }, AbortSignal.any([asked.signal, signal]))) {
        if (!asked.signal.aborted) step({ type: 'verdict', pauseId, probability: result.probability });
      }
    } catch (error) {
      events.trouble(error);
    }
  }

  function endTurn(ended: { pauseId: number; endMs: number; reason: TurnEndReason }): void {
    const turn = { ...ended, onsetMs: turnOnsetMs ?? ended.endMs, audioMs };
    turnOnsetMs = undefined;
    verdict?.abort();
    const alone = interruption.verdict === 'none';
    const overlap = interruption.conclude();
    const cancel = options.clock.after(wordsLateMs, () => options.guarded(() => events.wordsLate()));
    const telling = tellWords(turn, recogniser.end(), { alone, overlap }).finally(() => {
      cancel();
      wordless.delete(telling);
    });
    wordless.add(telling);
  }

  async function tellWords(
    turn: Omit<EndedTurn, 'utterance'>,
    words: Promise<Utterance>,
    { alone, overlap }: { readonly alone: boolean; readonly overlap: Concluded | undefined },
  ): Promise<void> {
    const heard = await words.catch((error: unknown) => ({ error }));
    options.guarded(() => {
      if ('error' in heard) return events.turnLost(heard.error);
      const { text } = heard;
      const because = overlap?.judge(heard, turn.endMs - turn.onsetMs);
      callerLevel.turnOver(alone && text !== '');
      if (because !== undefined) return events.turnPassed({ onsetMs: turn.onsetMs, because, text });
      if (text === '') return events.turnDiscarded();
      if (overlap !== undefined) events.interruption({ type: 'cut', onsetMs: overlap.onsetMs });
      events.turnEnded({ ...turn, utterance: heard });
    });
  }

  function discard(): void {
    const onsetMs = turnOnsetMs;
    turnOnsetMs = undefined;
    verdict?.abort();
    void recogniser.end().catch(() => {});
    const because = interruption.conclude()?.judge({ text: '', confidence: 0 }, 0);
    callerLevel.turnOver(false);
    if (because === undefined || onsetMs === undefined) events.turnDiscarded();
    else events.turnPassed({ onsetMs, because, text: '' });
  }

  return {
    push(samples) {
      history.push(samples);
      recogniser.push(samples);
      const forVad = toVad === undefined ? samples : toVad.process(samples);
      options.echo.heard(forVad, ((history.end - samples.length) * 1000) / rateHz);
      vad.push(forVad);
    },
    replyAudible(isAudible, atMs) {
      if (audible && !isAudible) silentFromMs = atMs;
      audible = isAudible;
      step({ type: 'reply', audible: isAudible, atMs });
    },
    isSilence: gate.isSilence,
    endsBy: (atMs, soundMs) => turnOnsetMs !== undefined && soundMs <= judgedMs && machine.endsBy(atMs),
    silentUntil: (atMs) => step({ type: 'silence', atMs }),
    async finish() {
      vad.close();
      const overlap = interruption.conclude();
      await Promise.all(wordless);
      if (turnOnsetMs === undefined) return undefined;
      const onsetMs = turnOnsetMs;
      turnOnsetMs = undefined;
      const utterance = await recogniser.end().catch((error: unknown) => void events.trouble(error));
      if (utterance === undefined || utterance.text === '') return undefined;
      const endMs = (history.end * 1000) / rateHz;
      if (overlap?.judge(utterance, endMs - onsetMs) !== undefined) return undefined;
      return { pauseId: -1, utterance, onsetMs, audioMs, endMs, reason: 'cap' };
    },
    close() {
      verdict?.abort();
      recogniser.close();
      vad.close();
    },
    memory: history.memory,
  };
}
