/** The far end of every dialect: for tests, benchmarks, the command line and practice calls. */

export type { AckBehaviour } from './acks.ts';
export { type Answer, type AskOptions, askForStream, isLoopback } from './answer.ts';
export { type Span, speechBounds } from './audible.ts';
export { placeAudioSocketCall } from './audio-socket-call.ts';
export {
  type ConversationOptions,
  type ConversationReport,
  holdConversation,
  type ScriptLine,
  type When,
} from './conversation.ts';
export { type FarDialectName, type FarWireName, farDialectNames, speechRateOf } from './dialects.ts';
export type { Complaint, FarCommand } from './far-dialect.ts';
export {
  type CallEnding,
  type CallRecord,
  type CallRun,
  callOver,
  type PlaceCallOptions,
  placeCall,
  type ReceivedCommand,
} from './far-end.ts';
export type { SaidClip } from './far-line.ts';
export type { FarSocket, FarSocketEvents } from './far-socket.ts';
export { apartFrom, type Gap } from './gaps.ts';
export { createLatenessMeter, type LatenessMeter } from './lateness.ts';
export { type LineConditions, lineConditionsUsage, readLineConditions } from './line-conditions.ts';
export type { BargeInMeasure, SaidLine, TurnMeasure } from './measure.ts';
export type { SentCallback } from './rest/callbacks.ts';
export { createFates, type Fate, type FateShares, plainFate } from './rest/fate.ts';
export type { ProviderCall } from './rest/provider-call.ts';
export { openProviderServer, type ProviderServer, type ProviderServerOptions } from './rest/provider-server.ts';
export type { RestProviderName } from './rest/providers.ts';
export type { RestDialect, RestProvider, RestReply } from './rest/rest-dialect.ts';
export { signalOnly, type Talk, talkOver } from './rest/talk.ts';
export {
  type OpenAiSpeechOptions,
  type OpenAiSpeechServer,
  openOpenAiSpeechServer,
} from './speech/openai-server.ts';
export type { SpeechManner, SpeechTrouble } from './speech/speech-manner.ts';
export {
  openStreamingSpeechServer,
  type StreamingSpeechOptions,
  type StreamingSpeechServer,
} from './speech/streaming-server.ts';
export type { OpenAiHearing } from './speech/transcription-answer.ts';
export { openXttsServer, type XttsServer, type XttsServerOptions } from './speech/xtts-server.ts';
export type { NetworkConditions } from './uplink.ts';
