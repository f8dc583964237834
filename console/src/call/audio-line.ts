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

/** Rejects when the audio thread cannot be started; the context is closed then. */
export async function openAudioLine(
  context: AudioContext,
  microphone: MediaStream,
  events: AudioLineEvents,
): Promise<AudioLine> {
  await Promise.all([context.audioWorklet.addModule(captureUrl), context.audioWorklet.addModule(playbackUrl)]);
  const source = context.createMediaStreamSource(microphone);
  const capture = new AudioWorkletNode(context, captureName, { numberOfInputs: 1, numberOfOutputs: 1 });
  const playback = new AudioWorkletNode(context, playbackName, {
    numberOfInputs: 0,
    numberOfOutputs: 1,
    outputChannelCount: [1],
  });
  capture.port.onmessage = ({ data }: MessageEvent<CapturedFrame>) => events.frame(data, frameLevelDbfs(data));
  playback.port.onmessage = ({ data }: MessageEvent<PlaybackReport>) => events.report(data);
  // A node that leads nowhere is not run; this one's output is silence.
  source.connect(capture).connect(context.destination);
  playback.connect(context.destination);
  await context.resume();

  return {
    play(command) {
      if (command.type === 'audio') playback.port.postMessage(command, [command.samples.buffer]);
      else playback.port.postMessage(command);
    },
    mute: (muted) => capture.port.postMessage({ muted } satisfies CaptureCommand),
    async close() {
      capture.port.onmessage = null;
      playback.port.onmessage = null;
      source.disconnect();
      playback.disconnect();
      for (const track of microphone.getTracks()) track.stop();
      if (context.state !== 'closed') await context.close();
    },
  };
}
