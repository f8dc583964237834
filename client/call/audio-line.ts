import { frameLevelDbfs } from '../audio/level.ts';
import {
  type CaptureCommand,
  type CapturedFrame,
  captureName,
  type PlaybackCommand,
  type PlaybackReport,
  playbackName,
} from './audio-protocol.ts';

/** Addresses of the modules that run on the audio thread. They may be one file. */
export type AudioModules = readonly string[];

/** The microphone and the loudspeaker of a call. */
export interface AudioLine {
  play(command: PlaybackCommand): void;
  mute(muted: boolean): void;
  close(): Promise<void>;
}

export interface AudioLineEvents {
  readonly frame: (frame: CapturedFrame, dbfs: number) => void;
  readonly report: (report: PlaybackReport) => void;
}

/** Audio output. */
export interface Loudspeaker {
  play(command: PlaybackCommand): void;
  close(): void;
}

/** Audio input. Sends silence while muted. */
export interface Capture {
  mute(muted: boolean): void;
  close(): void;
}

/** Loads the modules of the audio thread. Rejects when they cannot be loaded. */
export async function loadAudio({ audioWorklet }: AudioContext, modules: AudioModules): Promise<void> {
  await Promise.all(modules.map((address) => audioWorklet.addModule(address)));
}

/** Throws when the modules of the audio thread are not loaded. */
export function openLoudspeaker(context: AudioContext, onReport: AudioLineEvents['report']): Loudspeaker {
  const playback = new AudioWorkletNode(context, playbackName, {
    numberOfInputs: 0,
    numberOfOutputs: 1,
    outputChannelCount: [1],
  });
  playback.port.onmessage = ({ data }: MessageEvent<PlaybackReport>) => onReport(data);
  playback.connect(context.destination);
  return {
    play(command) {
      if (command.type === 'audio') playback.port.postMessage(command, [command.samples.buffer]);
      else playback.port.postMessage(command);
    },
    close() {
      playback.port.onmessage = null;
      playback.disconnect();
    },
  };
}

/** Throws when the modules of the audio thread are not loaded. Closing it stops the microphone. */
export function openCapture(
  context: AudioContext,
  microphone: MediaStream,
  onFrame: AudioLineEvents['frame'],
): Capture {
  const source = context.createMediaStreamSource(microphone);
  const capture = new AudioWorkletNode(context, captureName, { numberOfInputs: 1, numberOfOutputs: 1 });
  capture.port.onmessage = ({ data }: MessageEvent<CapturedFrame>) => onFrame(data, frameLevelDbfs(data));
  // Connected to the destination because an unconnected node is not processed. Its output is silence.
  source.connect(capture).connect(context.destination);
  return {
    mute: (muted) => capture.port.postMessage({ muted } satisfies CaptureCommand),
    close() {
      capture.port.onmessage = null;
      source.disconnect();
      for (const track of microphone.getTracks()) track.stop();
    },
  };
}

/** Firefox waits for a sound output for as long as there is none. */
const startsWithinMs = 10_000;

function withinMs(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the sound output does not start')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Rejects when the modules of the audio thread are not loaded, or the sound output does not start. */
export async function openAudioLine(
  context: AudioContext,
  microphone: MediaStream,
  events: AudioLineEvents,
): Promise<AudioLine> {
  const capture = openCapture(context, microphone, events.frame);
  const loudspeaker = openLoudspeaker(context, events.report);
  await withinMs(startsWithinMs, context.resume());
  return {
    play: loudspeaker.play,
    mute: capture.mute,
    async close() {
      capture.close();
      loudspeaker.close();
      if (context.state !== 'closed') await context.close();
    },
  };
}
