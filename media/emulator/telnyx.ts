import { readTelnyxCommand } from './answer-document.ts';
import type { FarDialect, FarEvent, FarParse, FarSession, StreamIdentity } from './far-dialect.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { base64Of, bytesOf, complain, markOf, readMessage, understood } from './message.ts';

/** The shortest audio that the provider accepts in a message, in bytes of mu-law. */
const minAudioBytes = 160;
/** 30 s. */
const maxAudioBytes = 240_000;

/** The provider's end of telnyx: JSON, `connected` before `start`, 20 ms frames of mu-law, sequence numbers as text. */
export const telnyxFar: FarDialect = {
  name: 'telnyx',
  ask({ callId, from, to }) {
    const payload = { call_control_id: callId, direction: 'incoming', state: 'parked', from, to };
    const body = { data: { record_type: 'event', event_type: 'call.initiated', payload } };
    return {
      path: '/api/voice/webhooks/telnyx/answer',
      init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    };
  },
  readAnswer: readTelnyxCommand,
  speechRateHz: 8000,
  formats: [{ encoding: 'mulaw', rateHz: 8000 }],
  frameMs: 20,
  bufferMs: 60_000,
  clears: 'unplayed',
  acknowledgesCleared: true,
  open: openSession,
};

function openSession(identity: StreamIdentity): FarSession {
  const { streamId: stream_id, callId: call_control_id, accountId: user_id, from, to, custom } = identity;
  let sequence = 0;
  let chunk = 0;
  const message = (event: string, fields: Fields): string => {
    sequence += 1;
    return JSON.stringify({ event, sequence_number: String(sequence), ...fields, stream_id });
  };
  const media_format = { encoding: 'PCMU', sample_rate: 8000, channels: 1 };
  const start = {
    user_id,
    call_control_id,
    call_session_id: call_control_id,
    from,
    to,
    media_format,
    custom_parameters: custom,
  };

  const print = (event: FarEvent): readonly string[] => {
    switch (event.type) {
      case 'start':
        return [JSON.stringify({ event: 'connected', version: '1.0.0' }), message('start', { start })];
      case 'audio': {
        chunk += 1;
        const timestamp = String(Math.round(event.atMs));
        const payload = base64Of(event.payload);
        return [message('media', { media: { track: 'inbound', chunk: String(chunk), timestamp, payload } })];
      }
      case 'dtmf':
        return [message('dtmf', { dtmf: { digit: event.digit } })];
      case 'played':
        return [message('mark', { mark: { name: event.name } })];
      case 'cleared':
        return [];
      case 'stop':
        return [message('stop', { stop: { user_id, call_control_id } })];
    }
  };
  return { print, parse };
}

function parse(text: string | Uint8Array): FarParse {
  const read = readMessage(text);
  if ('failed' in read) return read.failed;
  const { fields } = read;
  switch (fields.event) {
    case 'media': {
      const payload = bytesOf(fieldsOf(fields.media)?.payload);
      if (payload === undefined) return complain('bad_message', 'media without a base64 payload');
      const command = { type: 'audio', payload } as const;
      if (payload.length < minAudioBytes) return complain('too_small', `${payload.length} bytes`, command);
      if (payload.length > maxAudioBytes) return complain('too_large', `${payload.length} bytes`);
      return understood(command);
    }
    case 'mark':
      return markOf(fieldsOf(fields.mark)?.name);
    case 'clear':
      return understood({ type: 'clear' });
    default:
      return complain('unknown_event', String(fields.event));
  }
}
