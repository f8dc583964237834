import { bytesPerSample } from '../line/audio.ts';
import { readBrowserJson } from './answer-document.ts';
import type { FarDialect, FarEvent, FarParse, FarSession, StreamIdentity } from './far-dialect.ts';
import { type Fields, fieldsOf, textOf } from './fields.ts';
import { base64Of, bytesOf, complain, readMessage, understood } from './message.ts';

/** The page's end of the browser dialect: audio as binary frames or base64, plus captions and latencies. */
export const browserFar: FarDialect = {
  name: 'browser',
  ask({ flowUuid, token }) {
    if (flowUuid === undefined) return { kind: 'unreachable', detail: 'a browser test call needs the uuid of a flow' };
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return {
      path: `/api/voice/flows/${encodeURIComponent(flowUuid)}/browser-test`,
      init: { method: 'POST', headers },
    };
  },
  readAnswer: readBrowserJson,
  speechRateHz: 16000,
  formats: [
    { encoding: 'l16', rateHz: 48000 },
    { encoding: 'l16', rateHz: 24000 },
    { encoding: 'l16', rateHz: 16000 },
    { encoding: 'l16', rateHz: 8000 },
    { encoding: 'mulaw', rateHz: 8000 },
  ],
  frameMs: 20,
  bufferMs: 60_000,
  clears: 'unplayed',
  open: openSession,
};

function openSession(identity: StreamIdentity): FarSession {
  const { rateHz, encoding } = identity.format;
  const print = (event: FarEvent): readonly (string | Uint8Array)[] => {
    switch (event.type) {
      case 'start':
        return [JSON.stringify({ event: 'start', sample_rate: rateHz, encoding })];
      case 'audio':
        if (identity.packing !== 'json') return [event.payload];
        return [JSON.stringify({ event: 'media', payload: base64Of(event.payload) })];
      case 'dtmf':
        return [JSON.stringify({ event: 'dtmf', digit: event.digit })];
      case 'played':
        return [JSON.stringify({ event: 'played', name: event.name })];
      case 'cleared':
        return [];
      case 'stop':
        return [JSON.stringify({ event: 'stop' })];
    }
  };
  return { print, parse: (message) => parse(message, identity) };
}

function parse(message: string | Uint8Array, identity: StreamIdentity): FarParse {
  if (typeof message !== 'string') return audio(message, identity);
  const read = readMessage(message);
  if ('failed' in read) return read.failed;
  const { fields } = read;
  switch (fields.event) {
    case 'ready': {
      const callUuid = textOf(fields.call_uuid);
      return callUuid === undefined ? bad(fields) : understood({ type: 'ready', callUuid });
    }
    case 'media':
      return audio(bytesOf(fields.payload), identity);
    case 'mark': {
      const name = textOf(fields.name);
      return name === undefined || name === '' ? bad(fields) : understood({ type: 'mark', name });
    }
    case 'clear':
      return understood({ type: 'clear' });
    case 'transcript':
      return transcript(fields);
    case 'state': {
      const state = textOf(fields.state);
      return state === undefined ? bad(fields) : understood({ type: 'state', state });
    }
    case 'latency':
      return latency(fields);
    case 'ended': {
      const reason = textOf(fields.reason);
      return reason === undefined ? bad(fields) : understood({ type: 'ended', reason });
    }
    default:
      return complain('unknown_event', String(fields.event));
  }
}

const bad = (fields: Fields): FarParse => complain('bad_message', JSON.stringify(fields).slice(0, 120));

function audio(payload: Uint8Array | undefined, { format }: StreamIdentity): FarParse {
  if (payload === undefined || payload.length === 0) return complain('bad_message', 'media without a payload');
  if (payload.length % bytesPerSample(format.encoding) !== 0) {
    return complain('ragged_chunk', `${payload.length} bytes of ${format.encoding}`);
  }
  return understood({ type: 'audio', payload });
}

function transcript(fields: Fields): FarParse {
  const { id, speaker, text, final, heard } = fields;
  const who = speaker === 'agent' ? 'agent' : speaker === 'caller' || speaker === 'customer' ? 'caller' : undefined;
  if (who === undefined || typeof text !== 'string' || typeof final !== 'boolean') return bad(fields);
  return understood({
    type: 'transcript',
    speaker: who,
    text,
    final,
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof heard === 'number' ? { heardWords: heard } : {}),
  });
}

/** The stages are next to `turn` or under `stages`. */
function latency(fields: Fields): FarParse {
  const { turn, event: _, ...rest } = fields;
  if (typeof turn !== 'number') return bad(fields);
  const stages: Record<string, number> = {};
  for (const [name, value] of Object.entries(fieldsOf(rest.stages) ?? rest)) {
    if (typeof value === 'number') stages[name] = value;
  }
  return understood({ type: 'latency', turn, stages });
}
