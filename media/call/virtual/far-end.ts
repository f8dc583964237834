import { decodeMulaw, encodeMulaw } from '../../codec/g711.ts';
import { createPlayout, type Playout } from '../../emulator/playout.ts';
import { createBoundedQueue } from '../../kit/bounded-queue.ts';
import type { Clock } from '../../kit/clock.ts';
import type { WireCommand, WireEvent } from '../../line/wire.ts';
import type { WireStream } from '../../wire/server.ts';
import type { AudioReader } from '../../wire/wire-stream.ts';

/** The stream of one call without a socket, and the playback buffer at which its caller listens. */
export function openFarEnd(clock: Clock, networkMs: number) {
  const startMs = clock.nowMs();
  const atMs = (): number => clock.nowMs() - startMs;
  const arrive = (act: () => void): void => void clock.after(networkMs, act);
  const incoming = createBoundedQueue<WireEvent>(1000, 'refuse');
  const playout = createPlayout({ rateHz: 8000, bufferMs: 60_000 });
  let isOpen = true;
  let takeAudio = (_: WireEvent & { type: 'audio' }): void => {};

  const stream = {
    dialect: 'telephony_a',
    remoteAddress: '127.0.0.1',
    events: incoming,
    readAudio(reader: AudioReader) {
      takeAudio = reader.hear;
    },
    send(command: WireCommand) {
      if (command.type === 'audio') {
        // The stream reuses the payload as soon as this returns.
        const samples = decodeMulaw(command.payload);
        arrive(() => playout.push(samples, atMs()));
      }
      if (command.type === 'mark') arrive(() => playout.mark(command.name, atMs()));
      if (command.type === 'clear') arrive(() => playout.clear(atMs()));
      return true;
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      incoming.push({ type: 'stop', reason: 'closed' });
      incoming.end();
    },
  } as unknown as WireStream;

  return {
    stream,
    playout,
    get isOpen() {
      return isOpen;
    },
    begin(): void {
      const format = { encoding: 'mulaw', rateHz: 8000 } as const;
      incoming.push({ type: 'start', callId: 'c', streamId: 's', format, custom: {} });
    },
    /** Plays the next 20 ms on both sides: what the caller hears, and then what they say. */
    frame(caller: (atMs: number, playout: Playout) => Float32Array): void {
      for (const name of playout.advance(atMs())) arrive(() => void incoming.push({ type: 'played', name }));
      const payload = encodeMulaw(caller(atMs(), playout));
      arrive(() => takeAudio({ type: 'audio', payload }));
    },
  };
}
