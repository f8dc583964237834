import type { AudioModules } from '../../../client/call/audio-line.ts';
import captureUrl from '../../../client/call/capture-worklet.ts?worker&url';
import playbackUrl from '../../../client/call/playback-worklet.ts?worker&url';

/** Files of their own, which the console's policy allows. */
export const audioModules: AudioModules = [captureUrl, playbackUrl];
