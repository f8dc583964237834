import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { MediaFault } from '../../media/line/fault.ts';
import type { WireEvent } from '../../media/line/wire.ts';
import { openWireServer, type WireServer, type WireServerOptions, type WireStream } from '../../media/wire/server.ts';
import { until } from './transport-rig.ts';
import { uwsAbsence } from './uws-absence.ts';

const start = JSON.stringify({
  event: 'start',
  start: { callId: 'c', streamId: 's', mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000 } },
});
const full = () => Promise.reject(new MediaFault('engine_overloaded', 'full'));
const absence = uwsAbsence();

for (const driver of ['ws', 'uws'] as const) {
  describe.skipIf(driver === 'uws' && absence !== undefined)(
    `streams that a full server passes on, on ${driver}`,
    () => {
      const cleanups: (() => void | Promise<void>)[] = [];
      afterEach(async () => {
        for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
      });

      interface Opened {
        readonly server: WireServer;
        readonly streams: { readonly stream: WireStream; readonly events: WireEvent[] }[];
        readonly claims: string[];
        readonly logged: string[];
      }

      async function open(options: Partial<WireServerOptions<string>> = {}): Promise<Opened> {
        const opened = { streams: [] as { stream: WireStream; events: WireEvent[] }[], claims: [] as string[] };
        const logged: string[] = [];
        const { claim = async () => 'plan', ...others } = options;
        const server = await openWireServer<string>({
          driver,
          host: '127.0.0.1',
          port: 0,
          async claim(token, dialect, request) {
            opened.claims.push(`${dialect} ${token}`);
            return claim(token, dialect, request);
          },
          onStream(stream) {
            const one = { stream, events: [] as WireEvent[] };
            opened.streams.push(one);
            void (async () => {
              for await (const event of stream.events) one.events.push(event);
            })();
          },
          log: (message) => logged.push(message),
          ...others,
        });
        cleanups.push(() => server.close());
        return { server, ...opened, logged };
      }

      const addressAt = ({ server }: Opened, dialect = 'telephony_a'): string =>
        `ws://127.0.0.1:${server.port}/media/${dialect}/good`;

      async function dial(url: string, headers: Record<string, string> = {}) {
        const ws = new WebSocket(url, { headers });
        cleanups.push(() => ws.terminate());
        const got: (string | Buffer)[] = [];
        ws.on('message', (data: Buffer, isBinary: boolean) => got.push(isBinary ? data : data.toString()));
        const closed = new Promise<number>((resolve) => ws.on('close', resolve));
        await new Promise((resolve, reject) => {
          ws.on('open', resolve);
          ws.on('error', reject);
        });
        return { ws, got, closed };
      }

      it('tells the other server the host, the target and the signature of the request', async () => {
        const requests: unknown[] = [];
        const second = await open({
          async claim(_token, _dialect, request) {
            requests.push(request);
            return 'plan';
          },
        });
        const first = await open({ passOn: async () => addressAt(second) });
        await dial(addressAt(first), { host: 'voice.example.com', 'X-Twilio-Signature': 'c2VhbA==' });
        const signatures = { 'x-twilio-signature': 'c2VhbA==' };
        expect(requests).toEqual([
          { host: 'voice.example.com', target: '/media/telephony_a/good', origin: '', signatures },
        ]);
      });

      it('carries text both ways, and the close of either side', async () => {
        const second = await open();
        const first = await open({ claim: full, passOn: async () => addressAt(second) });
        const { ws, got, closed } = await dial(addressAt(first));
        ws.send(start);
        await until(() => second.streams[0]?.events.length === 1, 'the start at the second server');
        expect(second.streams[0]?.stream.send({ type: 'mark', name: 'm' })).toBe(true);
        await until(() => got.length === 1, 'the mark at the far end');
        expect([first.claims, second.claims, first.server.streams]).toEqual([[], ['telephony_a good'], 0]);
        second.streams[0]?.stream.close(1000, 'over');
        expect(await closed).toBe(1000);
        await first.server.relaysOver();

        const other = await dial(addressAt(first));
        other.ws.send(start);
        await until(() => second.streams[1]?.events.length === 1, 'the second start');
        other.ws.terminate();
        await until(() => second.streams[1]?.events.at(-1)?.type === 'stop', 'the end at the second server');
      });

      it('carries binary audio', async () => {
        const second = await open();
        const first = await open({ claim: full, passOn: async () => addressAt(second, 'vonage') });
        const { ws, got } = await dial(addressAt(first, 'vonage'));
        ws.send(JSON.stringify({ event: 'websocket:connected', 'content-type': 'audio/l16;rate=16000' }));
        ws.send(new Uint8Array(640));
        await until(() => second.streams[0]?.events.at(-1)?.type === 'audio', 'the audio at the second server');
        second.streams[0]?.stream.send({ type: 'audio', payload: new Uint8Array(640).fill(7) });
        await until(() => got.some((message) => typeof message !== 'string'), 'the answer');
        expect(got.find((message) => typeof message !== 'string')).toEqual(Buffer.alloc(640, 7));
      });

      it('claims the stream itself if the other server refuses it or is gone', async () => {
        const second = await open({ claim: full });
        const first = await open({ passOn: async () => addressAt(second) });
        await dial(addressAt(first));
        expect([first.claims, second.claims]).toEqual([['telephony_a good'], ['telephony_a good']]);
        await second.server.close();
        await dial(addressAt(first));
        expect(first.server.streams).toBe(2);
        expect(first.logged.filter((line) => line.includes('another server'))).toEqual([
          'another server did not take a stream',
          'another server did not take a stream',
        ]);
      });

      it('waits for a stream that is passed on while others end', async () => {
        const second = await open();
        const first = await open({ claim: full, passOn: async () => addressAt(second) });
        const one = await dial(addressAt(first));
        let isOver = false;
        const over = first.server.relaysOver().then(() => {
          isOver = true;
        });
        const other = await dial(addressAt(first));
        one.ws.send(start);
        one.ws.close();
        await until(() => second.streams[0]?.events.at(-1)?.type === 'stop', 'the end of the first');
        expect(isOver).toBe(false);
        other.ws.close();
        await over;
      });

      it('passes no stream on twice', async () => {
        const third = await open();
        const second = await open({ claim: full, passOn: async () => addressAt(third) });
        const first = await open({ claim: full, passOn: async () => addressAt(second) });
        await expect(dial(addressAt(first))).rejects.toThrow('503');
        expect([first.claims.length, second.claims.length, third.claims.length]).toEqual([1, 1, 0]);
      });

      it('closes the far end when the other server dies', async () => {
        const second = await open();
        const first = await open({ claim: full, passOn: async () => addressAt(second) });
        const { ws, closed } = await dial(addressAt(first));
        ws.send(start);
        await until(() => second.streams[0]?.events.length === 1, 'the start');
        await second.server.close();
        expect(await closed).toBe(1001);
        await first.server.relaysOver();
      });
    },
  );
}
