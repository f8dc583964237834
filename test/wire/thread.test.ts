import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startThread } from '../../media/kit/thread.ts';
import { uwsAbsence } from './uws-absence.ts';

const absence = uwsAbsence();

describe('a wire server on a thread', () => {
  for (const driver of ['ws', 'uws'] as const) {
    it.skipIf(driver === 'uws' && absence !== undefined)(
      `${driver} serves, closes and lets the thread end`,
      async () => {
        for (let round = 0; round < 2; round += 1) {
          const thread = startThread(new URL('./echo-thread.mjs', import.meta.url), {
            workerData: driver,
          });
          const [port] = (await once(thread, 'message')) as [number];
          const ws = new WebSocket(`ws://127.0.0.1:${port}/media/browser/t`);
          await once(ws, 'open');
          ws.send('{"event":"start","sample_rate":16000,"encoding":"l16"}');
          ws.send(new Uint8Array([1, 2, 3, 4]));
          const [echo] = (await once(ws, 'message')) as [Buffer];
          expect(JSON.parse(echo.toString())).toEqual({ event: 'media', payload: 'AQIDBA==' });
          thread.postMessage('close');
          const [[code], [exit]] = (await Promise.all([once(ws, 'close'), once(thread, 'exit')])) as [
            [number],
            [number],
          ];
          expect(code).toBe(1001);
          expect(exit).toBe(0);
        }
      },
    );

    it.skipIf(driver === 'uws' && absence !== undefined)(
      `${driver} does not take the process along when its thread fails`,
      async () => {
        const thread = startThread(new URL('./echo-thread.mjs', import.meta.url), {
          workerData: driver,
        });
        const [port] = (await once(thread, 'message')) as [number];
        const ws = new WebSocket(`ws://127.0.0.1:${port}/media/browser/t`);
        await once(ws, 'open');
        const failed = new Promise<unknown>((resolve) => thread.on('error', resolve));
        const ended = new Promise<number>((resolve) => thread.on('exit', resolve));
        const closed = once(ws, 'close');
        thread.postMessage('fail');
        expect(await failed).toMatchObject({ message: 'told to fail' });
        expect(await ended).toBe(1);
        await closed;
      },
    );
  }
});
