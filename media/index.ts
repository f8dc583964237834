/** The front door of the media plane: everything that the control plane may know of it. */

export type { ComparedReply } from './call/dialogue/answer-again.ts';
export { type EmbeddingService, openEmbeddings } from './call/embedding-service.ts';
export { openPracticeCallers, type PracticeCallers } from './call/practice/callers.ts';
export { type KeptCall, openReplayer, type Replayer, type ReplayReport } from './call/replay/replay-call.ts';
export type { ComparedTurn, HeardTurn } from './call/replay/replay-diff.ts';
export type { AdmissionLimits, RefusalReason } from './call/server/admission.ts';
export type { MediaConfig, MediaStatus } from './call/server/media-config.ts';
export { type MediaServer, openMediaServer } from './call/server/media-server.ts';
export { openSpeech, type SpeechService, type SpeechServiceOptions } from './call/server/speech-service.ts';
export { openVoiceSpeech, type VoiceSpeech } from './call/server/voice-speech.ts';
export { openTextAgent, type TextAgent, type TextConversation } from './call/text-agent.ts';
export { transcriptModules } from './call/transcript/modules.ts';
export type { TranscriptSentence } from './call/transcript/sentences.ts';
export type { TranscribeMessage, TranscribeSettings } from './call/transcript/transcribe-protocol.ts';
export { openVoiceVectors, type VoiceVectors } from './call/voice-vectors.ts';
export type { DecodeMessage, DecodeOptions } from './codec/sound/decode-protocol.ts';
export { readWav, readWavChannels, wavHeader, writeWav } from './codec/wav.ts';
export * from './emulator/index.ts';
export type { VoiceFitting, VoiceMeasure } from './engines/fitting.ts';
export { type ListedVoice, listRecognisers, listSpeakers, openVoiceFitting } from './engines/registry.ts';
export type { SpeechServer, SpeechServers } from './engines/remote/servers.ts';
export { withDeadline } from './kit/deadline.ts';
export type { Clip } from './line/audio.ts';
export { isFault, MediaFault } from './line/fault.ts';
export type { Utterance } from './line/speech.ts';
export { voiceSimilarity } from './speaker/voice-encoder.ts';
export { readPhonemes } from './synthesiser/phonemes/ipa.ts';
