import { readWav } from '../../codec/wav.ts';
import type { Clip } from '../../line/audio.ts';

export interface SpeechBody {
  readonly model: string;
  readonly input: string;
  readonly voice: string;
}

const speechFields = ['model', 'input', 'voice', 'response_format', 'stream_format', 'speed'];
const mostCharacters = 4096;

/**
 * Returns why no server should accept a request to speak. Some servers ignore unknown fields; this one rejects them.
 */
export function complaintAboutSpeech(body: SpeechBody, voices: ReadonlyMap<string, unknown>): string | undefined {
  const fields = Object.entries(body);
  const unknown = fields.find(([name]) => !speechFields.includes(name));
  const of = Object.fromEntries(fields) as Record<string, unknown>;
  if (unknown !== undefined) return `unknown field ${unknown[0]}`;
  if (typeof of.model !== 'string' || of.model === '') return 'model is missing';
  if (typeof of.input !== 'string' || of.input.trim() === '') return 'input is empty';
  if (of.input.length > mostCharacters) return `input has more than ${mostCharacters} characters`;
  if (typeof of.voice !== 'string' || !voices.has(of.voice)) return `voice ${String(of.voice)} does not exist`;
  if (of.response_format !== 'pcm' || of.stream_format !== 'audio')
    return 'the request does not ask for a stream of PCM audio';
  const isSpeed = of.speed === undefined || (typeof of.speed === 'number' && of.speed >= 0.25 && of.speed <= 4);
  return isSpeed ? undefined : 'speed is out of range';
}

const formFields = [
  'file',
  'model',
  'language',
  'prompt',
  'response_format',
  'temperature',
  'timestamp_granularities[]',
];

/** Returns the audio of a request to recognise, or why no server should accept it. */
export function complaintAboutTranscription(form: FormData, bytes: Uint8Array | undefined): Clip | string {
  const unknown = [...form.keys()].find((name) => !formFields.includes(name));
  if (unknown !== undefined) return `unknown field ${unknown}`;
  if (bytes === undefined) return 'file must be a file';
  if (typeof form.get('model') !== 'string' || form.get('model') === '') return 'model is missing';
  const language = form.get('language');
  if (language !== null && !/^[a-z]{2,3}$/.test(String(language))) return 'language must be a code of ISO 639';
  if (form.has('timestamp_granularities[]') && form.get('response_format') !== 'verbose_json')
    return 'timestamp_granularities needs verbose_json';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 46 || view.getUint32(40, true) !== bytes.length - 44) return 'the WAV file has a wrong size';
  if (view.getUint16(22, true) !== 1 || view.getUint32(24, true) !== 16_000)
    return 'the WAV file is not mono at 16 kHz';
  return readWav(bytes);
}
