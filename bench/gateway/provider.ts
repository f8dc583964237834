import { connect, type Socket } from 'node:net';
import { createLatenessMeter } from '../../media/index.ts';

const frameMs = 20;
/**
 * Streams are staggered in turns of this length, as the frames of a thousand callers do not arrive at the same instant.
 */
const turnMs = 1;
const turns = frameMs / turnMs;
/** Frame numbers have a constant width, so that one message serves all streams of a turn. */
const firstNumber = 1_000_000;

export interface ProviderOptions {
  readonly port: number;
  readonly streams: number;
  /** Sends no audio. */
  readonly idle?: boolean;
}

/**
 * The telephony side of many streams at minimal cost: sends speech-sized frames every 20 ms and parses only what it
 * must.
 */
export interface Provider {
  readonly framesIn: number;
  readonly framesOut: number;
  /** Relative to each stream's own earliest frame; the provider's lateness in sending is in `late`. */
  readonly jitter: ReturnType<typeof createLatenessMeter>;
  readonly late: ReturnType<typeof createLatenessMeter>;
  /** Streams that were cut off or closed by the server. */
  readonly lost: number;
  /** Starts counting jitter. */
  measure(): void;
  close(): void;
}

interface Line {
  readonly socket: Socket;
  rest: Buffer | undefined;
  frames: number;
  /** Earliest arrival of a frame, relative to its position in the stream. */
  earliestMs: number;
}

/** Opens the streams in small batches; all are started when this resolves. */
export async function openProvider({ port, streams, idle = false }: ProviderOptions): Promise<Provider> {
  const lines: Line[] = [];
  const jitter = createLatenessMeter();
  const late = createLatenessMeter();
  const tally = { framesIn: 0, framesOut: 0, lost: 0, measuring: false, closing: false };
  const start = textFrame(startMessage(idle));

  function received(line: Line, chunk: Buffer): void {
    const data = line.rest === undefined ? chunk : Buffer.concat([line.rest, chunk]);
    let at = 0;
    while (at + 2 <= data.length) {
      const opcode = (data[at] as number) & 15;
      const short = (data[at + 1] as number) & 127;
      const head = short === 126 ? 4 : 2;
      if (at + head > data.length) break;
      const length = short === 126 ? data.readUInt16BE(at + 2) : short;
      if (at + head + length > data.length) break;
      if (opcode === 1) message(line, data, at + head, length);
      else if (opcode === 9) line.socket.write(pong);
      at += head + length;
    }
    line.rest = at === data.length ? undefined : data.subarray(at);
  }

  function message(line: Line, data: Buffer, at: number, length: number): void {
    // `{"event":"checkpoint"`: the agent's phrase is over, and its playout must be acknowledged.
    if (data[at + 10] === 0x63) {
      const { name } = JSON.parse(data.toString('latin1', at, at + length)) as { name: string };
      line.socket.write(textFrame(`{"event":"playedStream","streamId":"stream-1","name":"${name}"}`));
      return;
    }
    tally.framesIn += 1;
    const offsetMs = performance.now() - line.frames * frameMs;
    line.frames += 1;
    line.earliestMs = Math.min(line.earliestMs, offsetMs);
    if (tally.measuring) jitter.note(offsetMs - line.earliestMs);
  }

  for (let opened = 0; opened < streams; opened += 50) {
    const batch = Array.from({ length: Math.min(50, streams - opened) }, async () => {
      const socket = await openSocket(port);
      const line: Line = { socket, rest: undefined, frames: 0, earliestMs: Number.POSITIVE_INFINITY };
      socket.on('data', (chunk) => received(line, chunk));
      socket.on('error', () => {});
      socket.on('close', () => {
        if (!tally.closing) tally.lost += 1;
      });
      socket.write(start);
      lines.push(line);
    });
    await Promise.all(batch);
  }

  const startedMs = performance.now();
  let turn = 0;
  let frame = mediaFrame(0);
  const timer = setInterval(() => {
    const due = Math.floor((performance.now() - startedMs) / turnMs);
    late.note(performance.now() - startedMs - turn * turnMs);
    for (; turn < due; turn += 1) {
      if (turn % turns === 0) frame = mediaFrame(turn / turns);
      for (let i = turn % turns; i < lines.length; i += turns) {
        (lines[i] as Line).socket.write(frame);
        tally.framesOut += 1;
      }
    }
  }, turnMs);
  if (idle) clearInterval(timer);

  return {
    get framesIn() {
      return tally.framesIn;
    },
    get framesOut() {
      return tally.framesOut;
    },
    get lost() {
      return tally.lost;
    },
    jitter,
    late,
    measure() {
      tally.measuring = true;
    },
    close() {
      tally.closing = true;
      clearInterval(timer);
      for (const { socket } of lines) socket.destroy();
    },
  };
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.once('error', reject);
    let answer = '';
    socket.on('data', function read(chunk: Buffer) {
      answer += chunk.toString('latin1');
      if (!answer.includes('\r\n\r\n')) return;
      socket.off('data', read);
      socket.off('error', reject);
      if (answer.startsWith('HTTP/1.1 101')) resolve(socket);
      else reject(new Error(`not admitted: ${answer}`));
    });
    socket.write(
      `GET /media/telephony_a/${crypto.randomUUID()} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
  });
}

const startMessage = (quiet: boolean): string =>
  JSON.stringify({
    sequenceNumber: 1,
    event: 'start',
    start: {
      callId: 'call-1',
      streamId: 'stream-1',
      accountId: 'account-1',
      tracks: ['inbound'],
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000 },
    },
    extra_headers: quiet ? '{quiet=1}' : '{}',
  });

/** Speech-like for every codec: no byte value is rare. */
const payload = Buffer.from(Uint8Array.from({ length: 160 }, (_, i) => (i * 73 + 41) & 255)).toString('base64');

function mediaFrame(index: number): Buffer {
  const number = firstNumber + index;
  return textFrame(
    `{"sequenceNumber":${number},"event":"media","streamId":"stream-1","media":{"track":"inbound","timestamp":"${number * frameMs}","chunk":${number},"payload":"${payload}"},"extra_headers":"{}"}`,
  );
}

/** A client frame with an all-zero mask, which leaves the text unchanged; the server unmasks it all the same. */
function textFrame(text: string): Buffer {
  const head = text.length < 126 ? [0x81, 0x80 | text.length] : [0x81, 0x80 | 126, text.length >> 8, text.length & 255];
  return Buffer.from([...head, 0, 0, 0, 0, ...Buffer.from(text, 'latin1')]);
}

const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
