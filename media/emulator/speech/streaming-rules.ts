/** Rules of the protocol of `speech_a`. Servers overlook some violations; the emulator does not. */

type Fields = Readonly<Record<string, unknown>>;

const spokenLanguages = ['en', 'hi', 'bn', 'ta', 'te', 'gu', 'kn', 'ml', 'mr', 'pa', 'od'].map((code) => `${code}-IN`);
const recognisedLanguages = ['auto', ...spokenLanguages.map((code) => code.replace('od-', 'or-'))];

const isNumberIn = (value: unknown, least: number, most: number): boolean =>
  value === undefined || (typeof value === 'number' && value >= least && value <= most);

const unknownOf = (fields: Fields, supported: readonly string[]): string | undefined =>
  Object.keys(fields).find((name) => !supported.includes(name));

const configFields = [
  ...['target_language_code', 'speaker', 'speech_sample_rate', 'min_buffer_size', 'max_chunk_length'],
  ...['output_audio_codec', 'output_audio_bitrate', 'pace', 'temperature', 'model', 'dict_id'],
];

/** Returns why no server should accept this voice configuration. */
export function complaintAboutVoice(data: Fields, speakers: readonly string[]): string | undefined {
  const unknown = unknownOf(data, configFields);
  if (unknown !== undefined) return `config has the unknown field ${unknown}`;
  if (!spokenLanguages.includes(String(data.target_language_code)))
    return `target_language_code ${String(data.target_language_code)} is not spoken`;
  if (!speakers.includes(String(data.speaker))) return `speaker ${String(data.speaker)} does not exist`;
  if (!['8000', '16000', '22050', '24000'].includes(data.speech_sample_rate as string))
    return 'speech_sample_rate must be a string with a rate';
  if (data.output_audio_codec !== 'linear16') return 'output_audio_codec is not linear16, which this emulator speaks';
  if (!isNumberIn(data.min_buffer_size, 30, 200)) return 'min_buffer_size is out of range';
  if (!isNumberIn(data.max_chunk_length, 50, 500)) return 'max_chunk_length is out of range';
  return isNumberIn(data.pace, 0.5, 2) ? undefined : 'pace is out of range';
}

const mostCharacters = 2500;

export const complaintAboutText = (text: unknown): string | undefined =>
  typeof text === 'string' && text.trim() !== '' && text.length <= mostCharacters
    ? undefined
    : `text must have 1 to ${mostCharacters} characters`;

const queryFields = [
  ...['language_code', 'stream_type', 'endpointing', 'encoding', 'sample_rate', 'model', 'mode'],
  ...['return_timestamps', 'prompt', 'threshold', 'silence_duration_ms', 'min_speech_duration_ms', 'prefix_padding_ms'],
];

/** Returns why no server should open this recognition stream. */
export function complaintAboutStream(query: URLSearchParams): string | undefined {
  const of = Object.fromEntries(query);
  const unknown = unknownOf(of, queryFields);
  if (unknown !== undefined) return `the address has the unknown field ${unknown}`;
  if (!recognisedLanguages.includes(String(of.language_code))) return `language_code ${of.language_code} is not known`;
  if (!['fast', 'balanced', 'simulated'].includes(String(of.stream_type))) return 'stream_type is not one';
  if (of.endpointing !== 'manual') return 'endpointing is not manual, which this emulator needs';
  if (of.encoding !== 'linear16' || !['8000', '16000'].includes(String(of.sample_rate)))
    return 'the audio is not linear16 at 8000 or 16000 Hz';
  return of.model === undefined || of.model === '' ? 'model is missing' : undefined;
}

/** Returns why a stream should not be changed in this way. */
export function complaintAboutChange(change: Fields): string | undefined {
  const unknown = unknownOf(change, ['event', 'language_code', 'stream_type', 'mode', 'prompt', 'threshold']);
  if (unknown !== undefined) return `config.update has the unknown field ${unknown}`;
  const { language_code: code } = change;
  return code === undefined || recognisedLanguages.includes(String(code))
    ? undefined
    : `language_code ${String(code)} is not known`;
}
