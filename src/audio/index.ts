export { type ClipRead, createClipReader, type ReadClip } from './clip.ts';
export type { AudioFault } from './decoding.ts';
export type { Sentence, VoiceSpan } from './messages.ts';
export { createStereoReader, type ReadStereo } from './stereo.ts';
export { createTranscriber, type TranscribedPart, type Transcriber } from './transcriber.ts';
