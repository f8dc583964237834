import type { Encoding, WireFormat, WireRateHz } from '../../line/audio.ts';
import type { Dialect, DialectSession, ParseResult, WireCommand } from '../../line/wire.ts';
import {
  accepted,
  audioEvent,
  type Fields,
  fieldsOf,
  ignored,
  keyOf,
  playedOf,
  readMessage,
  refused,
  stringsOf,
  textOf,
  unknownEvent,
} from './message.ts';

const chunkMs = 20;

/** Asterisk's names of the formats whose audio can be cut at any sample. */
const formats: Readonly<Record<string, WireFormat>> = {
  ulaw: formatOf('mulaw', 8000),
  alaw: formatOf('alaw', 8000),
  slin: formatOf('l16', 8000),
  slin16: formatOf('l16', 16_000),
  slin24: formatOf('l16', 24_000),
};

function formatOf(encoding: Encoding, rateHz: WireRateHz): WireFormat {
  return { encoding, rateHz };
}

/** The byte of silence; a sample of L16 has two of them. */
const silence: Readonly<Record<Encoding, number>> = { mulaw: 0xff, alaw: 0xd5, l16: 0 };

/**
 * `chan_websocket` of Asterisk with control messages in JSON (20.18, 22.8, 23.2): binary audio, which Asterisk plays
 * from a queue of 1,000 frames. Only whole frames are played at once. Its control messages to Asterisk may have 128
 * bytes. Some versions end the call at a WebSocket ping, so a quiet one is asked for its status. Source:
 * `channels/chan_websocket.c`.
 */
export const asterisk: Dialect = {
  name: 'asterisk',
  sendsKeys: false,
  showsCaptions: false,
  formatAdvice: () => 'have the dialplan dial WebSocket with the option c(ulaw)',
  chunking: () => ({ chunkMs, leadMs: 60 }),
  probe: '{"command":"GET_STATUS"}',
  open: openSession,
};

function openSession(): DialectSession {
  let format: WireFormat | undefined;

  function start(fields: Fields): ParseResult {
    if (format !== undefined) return refused('out_of_order', 'a second start');
    const name = textOf(fields.format) ?? '';
    if (!Object.hasOwn(formats, name))
      return refused('bad_message', 'a format other than ulaw, alaw, slin, slin16 and slin24');
    format = formats[name] as WireFormat;
    // The ids are those of the WebSocket's own channel, not of the telephone's.
    const custom = stringsOf(fieldsOf(fields.channel_variables));
    return accepted({ type: 'start', callId: '', streamId: textOf(fields.channel_id) ?? '', format, custom });
  }

  function parse(message: string | Uint8Array): ParseResult {
    if (typeof message !== 'string') {
      if (format === undefined) return refused('out_of_order', 'media before start');
      return audioEvent(message, format);
    }
    const read = readMessage(message);
    if (!read.ok) return read;
    const { fields } = read;
    switch (fields.event) {
      case 'MEDIA_START':
        return start(fields);
      case 'DTMF_END':
        return keyOf(fields.digit);
      case 'MEDIA_MARK_PROCESSED':
        return playedOf(fields.correlation_id);
      case 'MEDIA_XOFF':
        return accepted({ type: 'trouble', reason: 'Asterisk has 900 frames to play' });
      case 'ERROR':
        return accepted({ type: 'trouble', reason: textOf(fields.error_text) ?? 'error' });
      case 'MEDIA_XON':
      case 'MEDIA_BUFFERING_COMPLETED':
      case 'QUEUE_DRAINED':
      case 'STATUS':
        return ignored;
      default:
        return unknownEvent(fields.event);
    }
  }

  function print(command: WireCommand): readonly (string | Uint8Array)[] {
    if (format === undefined) return [];
    switch (command.type) {
      case 'audio':
        return command.payload.length === 0 ? [] : [wholeFrames(command.payload, format)];
      case 'mark':
        return [`{"command":"MARK_MEDIA","correlation_id":${JSON.stringify(command.name)}}`];
      case 'clear':
        return ['{"command":"FLUSH_MEDIA"}'];
      default:
        return [];
    }
  }

  return { parse, print };
}

/** Returns the audio with silence up to the end of its last frame: Asterisk drops an incomplete one. */
function wholeFrames(payload: Uint8Array, { encoding, rateHz }: WireFormat): Uint8Array {
  const frameBytes = (rateHz * (encoding === 'l16' ? 2 : 1) * chunkMs) / 1000;
  const bytes = Math.ceil(payload.length / frameBytes) * frameBytes;
  if (bytes === payload.length) return payload;
  const padded = new Uint8Array(bytes).fill(silence[encoding]);
  padded.set(payload);
  return padded;
}
