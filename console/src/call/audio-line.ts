import { frameLevelDbfs } from '../audio/level.ts';
import {
  type CaptureCommand,
  type CapturedFrame,
  captureName,
  type PlaybackCommand,
  type PlaybackReport,
  playbackName,
} from './audio-protocol.ts';
import captureUrl from './capture-worklet.ts?worker&url';
import playbackUrl from './playback-worklet.ts?worker&url';

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

/** Rejects when the audio thread cannot be started. */
export async function openLoudspeaker(
  context: AudioContext,
  onReport: AudioLineEvents['report'],
): Promise<Loudspeaker> {
  await context.audioWorklet.addModule(playbackUrl);
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

/** Rejects when the audio thread cannot be started. Closing it stops the microphone. */
export async function openCapture(
  context: AudioContext,
  microphone: MediaStream,
  onFrame: AudioLineEvents['frame'],
): Promise<Capture> {
  await context.audioWorklet.addModule(captureUrl);
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

/** Rejects when the audio thread cannot be started. */
export async function openAudioLine(
  context: AudioContext,
  microphone: MediaStream,
  events: AudioLineEvents,
): Promise<AudioLine> {
  const [capture, loudspeaker] = await Promise.all([
    openCapture(context, microphone, events.frame),
    openLoudspeaker(context, events.report),
  ]);
  await context.resume();
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
