import type { WireFormat } from '../../line/audio.ts';
import type { Dialect, DialectSession, ParseResult, WireCommand } from '../../line/wire.ts';
import {
  accepted,
  audioEvent,
  type Fields,
  fieldsOf,
  formatOf,
  ignored,
  keyOf,
  paddedL16,
  playedOf,
  readMessage,
  refused,
  stringsOf,
  textOf,
  unknownEvent,
} from './message.ts';

/** The format of an answer document of this server. */
const requested: WireFormat = { encoding: 'l16', rateHz: 16000 };
const chunkMs = 20;
const ratesHz: readonly number[] = [8000, 16000, 24000];

/**
 * WebSockets of Vonage's Voice API: audio as binary frames of 20 ms, everything else as JSON text. It has no message
 * for keys of the agent and none for the end of the call, which closes the socket.
 */
export const vonage: Dialect = {
  name: 'vonage',
  sendsKeys: false,
  showsCaptions: false,
  formatAdvice: ({ rateHz }) => `have the far end connect with the content-type "audio/l16;rate=${rateHz}"`,
  chunking: () => ({ chunkMs, leadMs: 60 }),
  open: openSession,
};

function openSession(): DialectSession {
  let format: WireFormat | undefined;

  function start(fields: Fields): ParseResult {
    if (format !== undefined) return refused('out_of_order', 'a second start');
    const { event: _event, 'content-type': contentType, call_id: callId, ...headers } = fields;
    const announced = formatOf(contentType, undefined, requested);
    if (typeof announced === 'string') return refused('bad_message', announced);
    if (announced.encoding !== 'l16' || !ratesHz.includes(announced.rateHz))
      return refused('bad_message', 'another format than L16 at 8000, 16000 or 24000 Hz');
    format = announced;
    const custom = stringsOf(headers);
    return accepted({ type: 'start', callId: textOf(callId) ?? '', streamId: '', format, custom });
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
      case 'websocket:connected':
        return start(fields);
      case 'websocket:dtmf':
        return keyOf(fields.digit);
      case 'websocket:notify':
        return playedOf(fieldsOf(fields.payload)?.name, 'a notification');
      case 'websocket:cleared':
        return accepted({ type: 'cleared' });
      case 'websocket:media:update':
        return ignored;
      default:
        return unknownEvent(fields.event);
    }
  }

  function print(command: WireCommand): readonly (string | Uint8Array)[] {
    if (format === undefined) return [];
    switch (command.type) {
      case 'audio':
        return framesOf(command.payload, (format.rateHz * 2 * chunkMs) / 1000);
      case 'mark':
        return [`{"action":"notify","payload":{"name":${JSON.stringify(command.name)}}}`];
      case 'clear':
        return ['{"action":"clear"}'];
      default:
        return [];
    }
  }

  return { parse, print };
}

/** Cuts audio into whole frames; the last one is padded with silence. */
function framesOf(payload: Uint8Array, frameBytes: number): readonly Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let at = 0; at < payload.length; at += frameBytes)
    frames.push(paddedL16(payload.subarray(at, at + frameBytes), frameBytes));
  return frames;
}
