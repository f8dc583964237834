/** Wire protocol of the provider `speech_a`: one WebSocket with JSON messages for synthesis and one for recognition. */
import { serverModels } from '../../../models/manifest.ts';
import type { LineRateHz } from '../../line/audio.ts';
import { type MessageSocket, openMessageSocket } from '../remote/message-socket.ts';
import type { SpeechServer } from '../remote/servers.ts';

/** Language codes as agents use them. */
export const languageCodes = [
  'en-IN',
  'hi-IN',
  'bn-IN',
  'ta-IN',
  'te-IN',
  'gu-IN',
  'kn-IN',
  'ml-IN',
  'mr-IN',
  'pa-IN',
  'or-IN',
] as const;

/** Maps an agent's code to a primary subtag. Odia has two codes. */
const primaryOf = (languageCode: string): string => {
  const [primary = ''] = languageCode.toLowerCase().split(/[-_]/);
  return primary === 'od' ? 'or' : primary;
};

/** For recognition; `auto` lets the server decide. */
export const recognisedCode = (languageCode: string): string => {
  const primary = primaryOf(languageCode);
  return primary === 'auto' ? 'auto' : `${primary}-IN`;
};

/** Code for synthesis, where the protocol has its own code for Odia. */
export const spokenCode = (languageCode: string): string => recognisedCode(languageCode).replace('or-', 'od-');

/** The server closes connections that are idle for 60 s. */
const pingEveryMs = 25_000;

const standardModels = serverModels.streaming;

const open = (
  { baseUrl, apiKey }: SpeechServer,
  path: string,
  query: Readonly<Record<string, string>>,
  ping: unknown,
): Promise<MessageSocket> =>
  openMessageSocket({
    url: `${baseUrl.replace(/^http/, 'ws').replace(/\/$/, '')}${path}?${new URLSearchParams(query)}`,
    headers: apiKey === undefined ? {} : { 'api-subscription-key': apiKey },
    what: path,
    ping: { everyMs: pingEveryMs, message: ping },
  });

export const openSynthesis = (server: SpeechServer): Promise<MessageSocket> =>
  open(
    server,
    '/text-to-speech/ws',
    { model: server.synthesisModel ?? standardModels.synthesis, send_completion_event: 'true' },
    { type: 'ping' },
  );

export const openRecognition = (
  server: SpeechServer,
  { rateHz, language }: { readonly rateHz: LineRateHz; readonly language: string },
): Promise<MessageSocket> =>
  open(
    server,
    '/speech-to-text-realtime/ws',
    {
      language_code: language,
      stream_type: 'fast',
      endpointing: 'manual',
      encoding: 'linear16',
      sample_rate: String(rateHz),
      mode: 'transcribe',
      model: server.recognitionModel ?? standardModels.recognition,
    },
    { event: 'ping' },
  );
