import type { taskModels } from '../../../models/manifest.ts';

/** How a speech server is reached, and what it offers. Plain data; contains a secret. */
export interface SpeechServer {
  /** Of a server that clones voices; `openai` by default. */
  readonly dialect?: 'openai' | 'xtts';
  /** Up to its version, as `http://127.0.0.1:8000/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly recognitionModel?: string;
  /** The dialect of `/realtime`; without one, utterances are sent as files. */
  readonly realtime?: 'openai' | 'vllm' | 'speaches';
  readonly synthesisModel?: string;
  /** What the server calls its voices. */
  readonly voices?: readonly string[];
  /** Languages that it recognises and speaks. */
  readonly languages?: readonly string[];
  /** Of PCM that comes without a header. */
  readonly sampleRateHz?: number;
}

/** The servers that are configured, by the provider that agents name. */
export interface SpeechServers {
  readonly speech_a?: SpeechServer;
  readonly speech_b?: SpeechServer;
  /** Speaks with voices that organisations have cloned, and has none of its own. */
  readonly voice_models?: SpeechServer;
  /** A multilingual model of this installation, which recognises beside the English one. */
  readonly multilingual?: typeof taskModels.multilingual;
}
