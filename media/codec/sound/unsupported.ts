import { MediaFault } from '../../line/fault.ts';

/** A fault of a sound file that ffmpeg may decode, or another format of it. */
export const unsupportedSound = (message: string): MediaFault =>
  new MediaFault('audio_unreadable', `${message}: install ffmpeg, or convert the recording to WAV or MP3`);
