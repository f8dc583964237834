import type { WireFormat } from '../../line/audio.ts';
import type { Dialect, DialectSession, ParseResult, WireCommand } from '../../line/wire.ts';
import { createAudioText } from './audio-text.ts';
import {
  accepted,
  audioOf,
  base64Of,
  type Fields,
  fieldsOf,
  formatOf,
  ignored,
  keyOf,
  playedOf,
  readMessage,
  refused,
  stringsOf,
  textOf,
  unknownEvent,
} from './message.ts';
import { readMedia } from './read-media.ts';

/** The format that the server requests, in both directions. */
const requested: WireFormat = { encoding: 'mulaw', rateHz: 8000 };

const audioHead = '{"event":"media","media":{"payload":"';
const audioTail = '"}}';

/** Media streaming of Telnyx in mode `rtp`: JSON text only. Frames may arrive in any order, with their number. */
export const telnyx: Dialect = {
  name: 'telnyx',
  sendsKeys: false,
  showsCaptions: false,
  formatAdvice: () => 'have the far end stream PCMU at 8000 Hz, as the command that started the stream requests',
  chunking: () => ({ chunkMs: 20, leadMs: 60 }),
  open: openSession,
};

function openSession(): DialectSession {
  let format: WireFormat | undefined;
  let stopped = false;
  const audioText = createAudioText(audioHead, audioTail);

  function start(fields: Fields): ParseResult {
    if (format !== undefined) return refused('out_of_order', 'a second start');
    const details = fieldsOf(fields.start);
    if (details === undefined) return refused('bad_message', 'start without its details');
    const media = fieldsOf(details.media_format) ?? {};
    const announced = formatOf(media.encoding, media.sample_rate, requested);
    if (typeof announced === 'string') return refused('bad_message', announced);
    if (announced.encoding !== 'mulaw' || announced.rateHz !== 8000)
      return refused('bad_message', 'another format than the requested PCMU at 8000 Hz');
    format = announced;
    const [from, to] = [textOf(details.from), textOf(details.to)];
    return accepted({
      type: 'start',
      callId: textOf(details.call_control_id) ?? '',
      streamId: textOf(fields.stream_id) ?? '',
      format,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      custom: stringsOf(details.custom_parameters),
    });
  }

  function media(fields: Fields): ParseResult {
    if (format === undefined) return refused('out_of_order', 'media before start');
    const details = fieldsOf(fields.media);
    if (details === undefined) return refused('bad_message', 'media without its details');
    // The agent's own voice, on streams with both tracks.
    if (details.track === 'outbound') return ignored;
    return audioOf(details.payload, format, details.chunk);
  }

  function parse(message: string | Uint8Array): ParseResult {
    const read = readMessage(message);
    if (!read.ok) return read;
    const { fields } = read;
    if (stopped) return ignored;
    switch (fields.event) {
      case 'media':
        return media(fields);
      case 'start':
        return start(fields);
      case 'dtmf':
        return keyOf(fieldsOf(fields.dtmf)?.digit);
      case 'mark':
        return playedOf(fieldsOf(fields.mark)?.name);
      case 'error': {
        const { detail, title, code } = fieldsOf(fields.payload) ?? {};
        return accepted({ type: 'trouble', reason: textOf(detail) ?? textOf(title) ?? textOf(code) ?? 'error' });
      }
      case 'stop':
        stopped = true;
        return accepted({ type: 'stop', reason: 'stop' });
      case 'connected':
        return ignored;
      default:
        return unknownEvent(fields.event);
    }
  }

  function print(command: WireCommand): readonly string[] {
    if (format === undefined) return [];
    switch (command.type) {
      case 'audio':
        return command.payload.length === 0 ? [] : [`${audioHead}${base64Of(command.payload)}${audioTail}`];
      case 'mark':
        return [`{"event":"mark","mark":{"name":${JSON.stringify(command.name)}}}`];
      case 'clear':
        return ['{"event":"clear"}'];
      default:
        return [];
    }
  }

  return {
    parse,
    print,
    parseAudio: (text) => (format === undefined || stopped ? undefined : readMedia(text, format)),
    printAudio: (payload) => (format === undefined || payload.length === 0 ? undefined : audioText.print(payload)),
  };
}
