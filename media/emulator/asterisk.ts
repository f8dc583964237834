import { readAsteriskTicket } from './answer-document.ts';
import type { FarDialect, FarEvent, FarParse, FarSession, StreamIdentity } from './far-dialect.ts';
import { complain, markOf, readMessage, understood } from './message.ts';

const frameBytes = 160;
/** The longest control message that Asterisk reads. */
const longestMessage = 128;
/** Asterisk queues 1,000 frames of 20 ms. */
const queueMs = 20_000;

/** Asterisk's end: binary frames of mu-law, control messages in JSON, and the subprotocol `media`. */
export const asteriskFar: FarDialect = {
  name: 'asterisk',
  subprotocol: 'media',
  ask({ callId, from, to }) {
    const body = new URLSearchParams({ CallUUID: callId, From: from, To: to }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { path: '/api/voice/webhooks/asterisk/answer', init: { method: 'POST', headers, body } };
  },
  readAnswer: readAsteriskTicket,
  speechRateHz: 8000,
  formats: [{ encoding: 'mulaw', rateHz: 8000 }],
  frameMs: 20,
  bufferMs: queueMs,
  clears: 'unplayed',
  open: openSession,
};

function openSession({ callId: channel_id }: StreamIdentity): FarSession {
  const print = (event: FarEvent): readonly (string | Uint8Array)[] => {
    switch (event.type) {
      case 'start':
        return [
          JSON.stringify({
            event: 'MEDIA_START',
            connection_id: 'parley',
            channel: 'WebSocket/parley/0x7f0000000000',
            channel_id,
            format: 'ulaw',
            optimal_frame_size: frameBytes,
            ptime: 20,
            channel_variables: {},
          }),
        ];
      case 'audio':
        return [event.payload];
      case 'dtmf':
        return [JSON.stringify({ event: 'DTMF_END', channel_id, digit: event.digit })];
      case 'played':
        return [JSON.stringify({ event: 'MEDIA_MARK_PROCESSED', channel_id, correlation_id: event.name })];
      // Neither a flush nor the end of a call is reported.
      case 'cleared':
      case 'stop':
        return [];
    }
  };
  return { print, parse };
}

function parse(message: string | Uint8Array): FarParse {
  if (typeof message !== 'string') {
    // Asterisk drops an incomplete frame.
    if (message.length % frameBytes === 0) return understood({ type: 'audio', payload: message });
    return complain('ragged_chunk', `${message.length} bytes, not a multiple of ${frameBytes}`);
  }
  if (Buffer.byteLength(message) > longestMessage) return complain('too_large', `${message.length} characters`);
  const read = readMessage(message);
  if ('failed' in read) return read.failed;
  const { command, correlation_id: name } = read.fields;
  if (command === 'FLUSH_MEDIA') return understood({ type: 'clear' });
  if (command === 'GET_STATUS') return understood();
  return command === 'MARK_MEDIA' ? markOf(name) : complain('unknown_event', String(command));
}
