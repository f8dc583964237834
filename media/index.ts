/** The front door of the media plane: everything that the control plane may know of it. */
export type { AdmissionLimits, RefusalReason } from './call/admission.ts';
export type { ComparedReply } from './call/answer-again.ts';
export type { MediaConfig, MediaStatus } from './call/media-config.ts';
export { type MediaServer, openMediaServer } from './call/media-server.ts';
export { type KeptCall, openReplayer, type Replayer, type ReplayReport } from './call/replay-call.ts';
export type { ComparedTurn, HeardTurn } from './call/replay-diff.ts';
export { openSpeech, type SpeechService, type SpeechServiceOptions } from './call/speech-service.ts';
export { readWav, readWavChannels, wavHeader, writeWav } from './codec/wav.ts';
export * from './emulator/index.ts';
export { withDeadline } from './kit/deadline.ts';
export type { Clip } from './line/audio.ts';
export { isFault, MediaFault } from './line/fault.ts';
export type { Utterance } from './line/speech.ts';
export { listSpeakers } from './synthesiser/speakers.ts';
