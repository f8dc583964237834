import { createConnection, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { fakeAuthenticator, session } from '../http/fake-authenticator.ts';
import { openTestApp } from '../http/test-app.ts';
import { mono } from './analysis-app.ts';

const other = '00000000-0000-4000-8000-000000000002' as OrganisationId;
const people = {
  ada: session('member', { userUuid: '00000000-0000-4000-8000-0000000000a1' }),
  alan: session('member', { userUuid: '00000000-0000-4000-8000-0000000000a2' }),
  ann: session('member', { userUuid: '00000000-0000-4000-8000-0000000000a3' }),
  bob: session('member', { userUuid: '00000000-0000-4000-8000-0000000000b1', organisationId: other }),
};

test('three accounts of one organisation leave slots for uploads of another', async () => {
  const app = await openTestApp({ authenticator: fakeAuthenticator(people) });
  const { port } = new URL(app.address);
  const statuses: string[] = [];
  /** An upload whose sender falls silent in the middle of its file. */
  const begin = (who: keyof typeof people): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = createConnection({ port: Number(port), host: '127.0.0.1' });
      onTestFinished(() => void socket.destroy());
      socket.once('error', reject);
      socket.once('data', (data) => statuses.push(String(data).slice(9, 12)));
      const head = [
        'POST /api/uploads HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Authorization: Bearer ${who}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 4000000',
      ];
      const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';
      socket.write(`${head.join('\r\n')}\r\n\r\n${part}`);
      socket.write(mono.subarray(0, 10_000), () => resolve(socket));
    });
  for (const who of ['ada', 'alan', 'ann'] as const) for (let nth = 0; nth < 3; nth++) await begin(who);
  await expect.poll(() => statuses).toEqual(['503', '503', '503', '503']);
  // A limit that works is no fault of the server: no stack.
  expect(app.logged.filter(({ err, level }) => err !== undefined || (level as number) >= 40)).toEqual([]);
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(mono)]), 'b.wav');
  const headers = { authorization: 'Bearer bob' };
  const answer = await fetch(`${app.address}/api/uploads`, { method: 'POST', headers, body: form });
  expect([answer.status, await answer.text()]).toEqual([202, expect.stringContaining('uuid')]);
});
