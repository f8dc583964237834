import type { SpeechEvent, TurnInput } from '../../line/turn.ts';
import type { EchoGuard } from '../../turn/echo.ts';
import { createTurnMachine } from '../../turn/machine.ts';
import type { VoiceActivity } from '../../vad/silero.ts';
import { type CallerTrack, createCallerTrack } from './caller-track.ts';
import { type CallerTurnOptions, createCallerTurn } from './caller-turn.ts';
import { type CallerVoice, createCallerVoice } from './caller-voice.ts';
import type { EndedTurn } from './recognition-events.ts';

export interface AudioRecognitionOptions extends CallerTurnOptions {
  readonly endpointingMs?: number;
  readonly voiceActivity: VoiceActivity;
  readonly echo: EchoGuard;
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

export function createAudioRecognition(options: AudioRecognitionOptions): AudioRecognition {
  const track = createCallerTrack(options.rateHz);
  const machine = createTurnMachine({
    languageCode: options.languageCode,
    ...(options.endpointingMs === undefined ? {} : { endpointingMs: options.endpointingMs }),
  });
  const turn = createCallerTurn(options, { track, step, voice: () => voice });
  const voice: CallerVoice = createCallerVoice({
    ...options,
    isTurnOpen: () => turn.isOpen,
    onStep: turn.overlap.step,
    onForeground: step,
    onSpeech: pass,
    onTick: (atMs) => step({ type: 'tick', atMs }),
  });

  function pass(event: SpeechEvent, atMs: number): void {
    step(event);
    if (event.type === 'speech_paused') turn.overlap.weigh({ type: 'paused', endMs: event.endMs, atMs });
    if (event.type === 'speech_resumed') turn.overlap.weigh({ type: 'resumed', atMs });
  }

  function step(input: TurnInput): void {
    for (const output of machine.step(input)) turn.carryOut(output);
  }

  return {
    push(samples) {
      const fromMs = track.endMs;
      track.push(samples);
      turn.push(samples);
      voice.push(samples, fromMs);
    },
    replyAudible(isAudible, atMs) {
      voice.replyAudible(isAudible, atMs);
      step({ type: 'reply', audible: isAudible, atMs });
    },
    isSilence: voice.isSilence,
    endsBy: (atMs, soundMs) => turn.isOpen && soundMs <= voice.judgedMs && machine.endsBy(atMs),
    silentUntil: (atMs) => step({ type: 'silence', atMs }),
    finish() {
      voice.close();
      return turn.finish();
    },
    close() {
      turn.close();
      voice.close();
    },
    memory: track.memory,
  };
}
