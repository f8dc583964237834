import type { taskModels } from '../../../models/manifest.ts';

/** Address and capabilities of a speech server. Plain data; contains a secret. */
export interface SpeechServer {
  /** Dialect of a voice-cloning server; `openai` by default. */
  readonly dialect?: 'openai' | 'xtts';
  /** URL including the version, such as `http://127.0.0.1:8000/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly recognitionModel?: string;
  /** Dialect of `/realtime`. If absent, utterances are sent as files. */
  readonly realtime?: 'openai' | 'vllm' | 'speaches';
  /** Recognises all calls with one of its voices, also in languages that this installation recognises itself. */
  readonly recognisesOwnCalls?: boolean;
  readonly synthesisModel?: string;
  /** Voice names as used by the server. */
  readonly voices?: readonly string[];
  /** Languages that the server recognises and speaks. */
  readonly languages?: readonly string[];
  /** Sample rate of PCM without a header. */
  readonly sampleRateHz?: number;
}

/** Configured servers, by provider name. */
export interface SpeechServers {
  readonly speech_a?: SpeechServer;
  readonly speech_b?: SpeechServer;
  /** Speaks only with voices that organisations have cloned. */
  readonly voice_models?: SpeechServer;
  /** A multilingual model of this installation, used in addition to the English one. */
  readonly multilingual?: typeof taskModels.multilingual;
}
