import type { WireFormat } from '../../line/audio.ts';
import type { Caption, Dialect, DialectSession, ParseResult, WireCommand } from '../../line/wire.ts';
import {
  accepted,
  audioEvent,
  audioOf,
  base64Of,
  type Fields,
  field,
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

const pageDefault: WireFormat = { encoding: 'l16', rateHz: 16000 };

/** A page's microphone and loudspeaker: audio as base64 or as binary frames, plus captions and latencies. */
export const browser: Dialect = {
  name: 'browser',
  sendsKeys: false,
  showsCaptions: true,
  formatAdvice: ({ encoding, rateHz }) => `say {"sample_rate":${rateHz},"encoding":"${encoding}"} in the start message`,
  chunking: () => ({ chunkMs: 20, leadMs: 80 }),
  open: openSession,
};

/** The same dialect for a person who listens to a call, with separate tokens. */
export const listen: Dialect = { ...browser, name: 'listen' };

/** The same dialect for a visitor of a website, whose streams are opened only by pages of the website. */
export const website: Dialect = { ...browser, name: 'website' };

function openSession(): DialectSession {
  let format: WireFormat | undefined;
  let stopped = false;

  function start(fields: Fields): ParseResult {
    if (format !== undefined) return refused('out_of_order', 'a second start');
    const details = fieldsOf(fields.start) ?? fields;
    const declaredFormat = formatOf(details.encoding, field(details, 'sample_rate', 'sampleRate'), pageDefault);
    if (typeof declaredFormat === 'string') return refused('bad_message', declaredFormat);
    format = declaredFormat;
    const custom = stringsOf(field(details, 'custom_parameters', 'customParameters', 'custom'));
    return accepted({ type: 'start', callId: '', streamId: '', format, custom });
  }

  function media(payload: unknown): ParseResult {
    if (format === undefined) return refused('out_of_order', 'media before start');
    return payload instanceof Uint8Array ? audioEvent(payload, format) : audioOf(payload, format);
  }

  function parse(message: string | Uint8Array): ParseResult {
    if (typeof message !== 'string') return stopped ? ignored : media(message);
    const read = readMessage(message);
    if (!read.ok) return read;
    const { fields } = read;
    if (stopped) return ignored;
    switch (fields.event) {
      case 'media':
        return media(fields.payload ?? fieldsOf(fields.media)?.payload);
      case 'start':
        return start(fields);
      case 'dtmf':
        return keyOf(fields.digit ?? fieldsOf(fields.dtmf)?.digit);
      case 'played':
      case 'playedStream':
      case 'mark':
        return playedOf(fields.name ?? fieldsOf(fields.mark)?.name, 'an acknowledgement');
      case 'cleared':
        return accepted({ type: 'cleared' });
      case 'interrupt':
        return accepted({ type: 'interrupt' });
      case 'stop':
        stopped = true;
        return accepted({ type: 'stop', reason: textOf(fields.reason) ?? 'stop' });
      default:
        return unknownEvent(fields.event);
    }
  }

  function print(command: WireCommand): readonly string[] {
    switch (command.type) {
      case 'audio':
        if (format === undefined || command.payload.length === 0) return [];
        return [`{"event":"media","payload":"${base64Of(command.payload)}"}`];
      case 'mark':
        return [JSON.stringify({ event: 'mark', name: command.name })];
      case 'clear':
        return ['{"event":"clear"}'];
      case 'ready':
        return [JSON.stringify({ event: 'ready', call_uuid: command.callUuid })];
      case 'transcript':
        return [printCaption(command.caption)];
      case 'state':
        return [JSON.stringify({ event: 'state', state: command.state })];
      case 'latency':
        return [JSON.stringify({ ...command.stages, event: 'latency', turn: command.turn })];
      case 'ended':
        return [JSON.stringify({ event: 'ended', reason: command.reason })];
      case 'dtmf':
        return [];
    }
  }

  return { parse, print };
}

/**
 * `heard`: number of words, from the first, that the caller has heard. `spoken_by`: the person whose words they are, if
 * not the agent's.
 */
function printCaption({ id, speaker, text, final, heardWords, person }: Caption): string {
  const heard = heardWords === undefined ? {} : { heard: heardWords };
  const spoken_by = person && {
    kind: 'supervisor',
    name: person.name,
    ...(person.throughAgent ? { through: 'agent' } : {}),
  };
  return JSON.stringify({ event: 'transcript', id, speaker, text, final, ...heard, ...(spoken_by && { spoken_by }) });
}
