import type { WireFormat } from '../../line/audio.ts';
import type { AudioEvent, Dialect, DialectSession, ParseResult, WireCommand } from '../../line/wire.ts';
import { type AudioText, createAudioText } from './audio-text.ts';
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

/** The only format of the provider's streams. */
const providerDefault: WireFormat = { encoding: 'mulaw', rateHz: 8000 };

/** Media Streams of Twilio: JSON text only. It has no message for keys of the agent and none for cleared audio. */
export const twilio: Dialect = {
  name: 'twilio',
  sendsKeys: false,
  showsCaptions: false,
  formatAdvice: ({ encoding, rateHz }) =>
    `have the far end say "encoding":"audio/x-${encoding}","sampleRate":${rateHz} in the mediaFormat of its start`,
  chunking: () => ({ chunkMs: 20, leadMs: 60 }),
  open: () => new Session(),
};

/** Known from the stream's start message. */
interface Stream {
  readonly format: WireFormat;
  readonly audioHead: string;
  readonly audioText: AudioText;
  readonly sidJson: string;
}

class Session implements DialectSession {
  private stream: Stream | undefined;
  private stopped = false;

  constructor() {
    this.stream = undefined;
  }

  parseAudio(text: Uint8Array): AudioEvent | undefined {
    return this.stream === undefined || this.stopped ? undefined : readMedia(text, this.stream.format);
  }

  printAudio(payload: Uint8Array): Uint8Array | undefined {
    return payload.length === 0 ? undefined : this.stream?.audioText.print(payload);
  }

  parse(message: string | Uint8Array): ParseResult {
    const read = readMessage(message);
    if (!read.ok) return read;
    const { fields } = read;
    if (this.stopped) return ignored;
    switch (fields.event) {
      case 'media':
        return this.media(fields);
      case 'start':
        return this.start(fields);
      case 'dtmf':
        return keyOf(fieldsOf(fields.dtmf)?.digit);
      case 'mark':
        return playedOf(fieldsOf(fields.mark)?.name);
      case 'stop':
        this.stopped = true;
        return accepted({ type: 'stop', reason: 'stop' });
      case 'connected':
        return ignored;
      default:
        return unknownEvent(fields.event);
    }
  }

  print(command: WireCommand): readonly string[] {
    if (this.stream === undefined) return [];
    const { audioHead, sidJson } = this.stream;
    switch (command.type) {
      case 'audio':
        return command.payload.length === 0 ? [] : [`${audioHead}${base64Of(command.payload)}${audioTail}`];
      case 'mark':
        return [`{"event":"mark","streamSid":${sidJson},"mark":{"name":${JSON.stringify(command.name)}}}`];
      case 'clear':
        return [`{"event":"clear","streamSid":${sidJson}}`];
      default:
        return [];
    }
  }

  private start(fields: Fields): ParseResult {
    if (this.stream !== undefined) return refused('out_of_order', 'a second start');
    const details = fieldsOf(fields.start);
    if (details === undefined) return refused('bad_message', 'start without its details');
    const media = fieldsOf(details.mediaFormat) ?? {};
    const format = formatOf(media.encoding, media.sampleRate, providerDefault);
    if (typeof format === 'string') return refused('bad_message', format);
    const streamId = textOf(details.streamSid ?? fields.streamSid) ?? '';
    const sidJson = JSON.stringify(streamId);
    const audioHead = `{"event":"media","streamSid":${sidJson},"media":{"payload":"`;
    this.stream = { format, audioHead, audioText: createAudioText(audioHead, audioTail), sidJson };
    const callId = textOf(details.callSid) ?? '';
    return accepted({ type: 'start', callId, streamId, format, custom: stringsOf(details.customParameters) });
  }

  private media(fields: Fields): ParseResult {
    if (this.stream === undefined) return refused('out_of_order', 'media before start');
    const details = fieldsOf(fields.media);
    if (details === undefined) return refused('bad_message', 'media without its details');
    // The agent's own voice, on streams with both tracks.
    if (details.track === 'outbound') return ignored;
    return audioOf(details.payload, this.stream.format, details.chunk);
  }
}

const audioTail = '"}}';
