import type { Clock } from '../../kit/clock.ts';
import type { LineRateHz } from '../../line/audio.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { RecogniseJob, TurnJob, TurnResult, Utterance } from '../../line/speech.ts';
import type { Dictation, SpeechEvent, TurnEndReason, TurnInput, TurnOutput } from '../../line/turn.ts';
import { createRecogniserStream } from '../../recogniser/stream.ts';
import type { EchoGuard } from '../../turn/echo.ts';
import { createTurnMachine } from '../../turn/machine.ts';
import type { OverlapJudge } from '../../turn/overlap-words.ts';
import type { VoiceActivity } from '../../vad/silero.ts';
import { type CallerTrack, createCallerTrack } from './caller-track.ts';
import { createCallerVoice } from './caller-voice.ts';
import { createEndOfTurn } from './end-of-turn.ts';
import { createOverlapWatch } from './overlap-watch.ts';
import type { EndedTurn, RecognitionEvents } from './recognition-events.ts';
import { createWordlessTurns } from './wordless-turns.ts';

export interface AudioRecognitionOptions {
  readonly rateHz: LineRateHz;
  readonly languageCode: string;
  /** Amount of audio between two decodes of partial words. */
  readonly partialEveryMs: number;
  /** Partial decodes use at most one part in this many of an engine's time. */
  readonly partialShare: number;
  readonly endpointingMs?: number;
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
  readonly voiceActivity: VoiceActivity;
  readonly recognise: EngineClient<RecogniseJob, Utterance>;
  readonly endOfTurn: EngineClient<TurnJob, TurnResult>;
  readonly echo: EchoGuard;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Runs detector callbacks, so that an error affects only this call: all calls share the detector. */
  readonly guarded: (part: () => void) => void;
  readonly events: RecognitionEvents;
}

export interface AudioRecognition {
  /** The caller's next samples at the line rate. */
  push(samples: Float32Array): void;
  replyAudible(audible: boolean, atMs: number): void;
  /** Whether sound at this level is too soft to be the caller's speech. */
  isSilence(levelDbfs: number): boolean;
  /** Whether the caller's turn ends at this time if there was no sound after `soundMs`. */
  endsBy(atMs: number, soundMs: number): boolean;
  /** Reports silence since the last step, which ends the turn. */
  silentUntil(atMs: number): void;
  /** The caller has hung up: waits for turns whose words are not known yet, and returns the words of the open turn. */
  finish(): Promise<EndedTurn | undefined>;
  close(): void;
  readonly memory: CallerTrack['memory'];
}

/** Audio before the detected onset that belongs to it: consonants are quiet, so it begins well before. */
const preRollMs = 320;

export function createAudioRecognition(options: AudioRecognitionOptions): AudioRecognition {
  const { rateHz, events, signal } = options;
  const track = createCallerTrack(rateHz);
  const machine = createTurnMachine({
    languageCode: options.languageCode,
    ...(options.endpointingMs === undefined ? {} : { endpointingMs: options.endpointingMs }),
  });
  const onTrouble = (error: unknown): void => events.trouble(error);
  const overlap = createOverlapWatch({
    ...options,
    track,
    preRollMs,
    turnOnset: () => turnOnsetMs,
    onAct: (act) => events.interruption(act),
    onTrouble,
  });
  const endOfTurn = createEndOfTurn({
    rateHz,
    engine: options.endOfTurn,
    signal,
    onVerdict: (verdict) => step({ type: 'verdict', ...verdict }),
    onTrouble,
  });
  const recogniser = createRecogniserStream({
    client: options.recognise,
    rateHz,
    languageCode: options.languageCode,
    partialEveryMs: options.partialEveryMs,
    partialShare: options.partialShare,
    ...(options.keyTerms === undefined ? {} : { keyTerms: options.keyTerms }),
    signal,
    onPartial(text) {
      step({ type: 'words', text, final: false });
      if (overlap.isTurn) events.partial(text);
    },
  });

  let turnOnsetMs: number | undefined;
  let audioMs = 0;
  /** End of the speech before the last pause. */
  let pausedMs = 0;
  const wordless = createWordlessTurns({ events, overlap, clock: options.clock, guarded: options.guarded });
  const voice = createCallerVoice({
    ...options,
    isTurnOpen: () => turnOnsetMs !== undefined,
    onStep: overlap.step,
    onForeground: step,
    onSpeech: pass,
    onTick: (atMs) => step({ type: 'tick', atMs }),
  });

  function pass(event: SpeechEvent, atMs: number): void {
    step(event);
    if (event.type === 'speech_paused') overlap.weigh({ type: 'paused', endMs: event.endMs, atMs });
    if (event.type === 'speech_resumed') overlap.weigh({ type: 'resumed', atMs });
  }

  function step(input: TurnInput): void {
    for (const output of machine.step(input)) carryOut(output);
  }

  function carryOut(output: TurnOutput): void {
    switch (output.type) {
      case 'turn_started':
        beginTurn(output.onsetMs);
        break;
      case 'turn_replaced':
        replaceTurn(output.onsetMs);
        break;
      case 'barge_in':
        overlap.weigh({
          type: 'over_reply',
          onsetMs: output.onsetMs,
          atMs: track.endMs,
          answers: options.answersReply(output.onsetMs),
        });
        break;
      case 'pause_started':
        pausedMs = output.endMs;
        void decode(output.pauseId);
        break;
      case 'verdict_wanted':
        endOfTurn.ask(output.pauseId, turnSoFar());
        break;
      case 'pause_dropped':
        endOfTurn.drop();
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
    hearQuestion();
  }

  /** The next turn begins before the end of the last is reported, so that nothing is answered in between. */
  function replaceTurn(onsetMs: number): void {
    const wasMs = turnOnsetMs ?? onsetMs;
    endOfTurn.drop();
    const { overlap: over } = overlap.conclude();
    overlap.learnLevel('unknown');
    beginTurn(onsetMs);
    if (over === undefined) events.turnDiscarded();
    else events.turnPassed({ onsetMs: wasMs, because: 'distant', text: '' });
  }

  /** Returns the turn's audio, without a voice in the room during the pause: it is not the caller who continues. */
  function turnSoFar(): Float32Array {
    const samples = track.since((turnOnsetMs ?? 0) - preRollMs);
    if (voice.roomBelowDbfs === undefined) return samples;
    const pauseSamples = Math.round(((track.endMs - pausedMs) * rateHz) / 1000);
    return samples.fill(0, Math.max(0, samples.length - pauseSamples));
  }

  function hearQuestion(): void {
    const dictation = options.askedFor();
    if (dictation !== undefined) step({ type: 'awaits', dictation });
  }

  async function decode(pauseId: number): Promise<void> {
    try {
      const utterance = await recogniser.pause(overlap.hints);
      if (utterance === undefined || signal.aborted) return;
      const { text } = utterance;
      step({ type: 'words', text, final: true, pauseId });
      overlap.weigh({ type: 'words', heard: utterance, final: true, atMs: track.endMs });
      if (turnOnsetMs !== undefined && text !== '' && overlap.isTurn) events.speculate({ pauseId, utterance });
    } catch (error) {
      events.trouble(error);
    }
  }

  function endTurn(ended: { pauseId: number; endMs: number; reason: TurnEndReason }): void {
    const turn = { ...ended, onsetMs: turnOnsetMs ?? ended.endMs, audioMs };
    const wasEcho = voice.wasEcho({ ...turn, soft: overlap.isSoft });
    turnOnsetMs = undefined;
    endOfTurn.drop();
    const concluded = overlap.conclude();
    wordless.add(turn, recogniser.end(), { ...concluded, wasEcho });
  }

  function discard(): void {
    const onsetMs = turnOnsetMs;
    turnOnsetMs = undefined;
    endOfTurn.drop();
    void recogniser.end().catch(() => {});
    const because = overlap.conclude().overlap?.judge({ text: '', confidence: 0 }, 0);
    overlap.learnLevel('unknown');
    if (because === undefined || onsetMs === undefined) events.turnDiscarded();
    else events.turnPassed({ onsetMs, because, text: '' });
  }

  return {
    push(samples) {
      const fromMs = track.endMs;
      track.push(samples);
      recogniser.push(samples);
      voice.push(samples, fromMs);
    },
    replyAudible(isAudible, atMs) {
      voice.replyAudible(isAudible, atMs);
      step({ type: 'reply', audible: isAudible, atMs });
    },
    isSilence: voice.isSilence,
    endsBy: (atMs, soundMs) => turnOnsetMs !== undefined && soundMs <= voice.judgedMs && machine.endsBy(atMs),
    silentUntil: (atMs) => step({ type: 'silence', atMs }),
    async finish() {
      voice.close();
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
    close() {
      endOfTurn.drop();
      recogniser.close();
      voice.close();
    },
    memory: track.memory,
  };
}
