import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const built = (path: string): string => JSON.stringify(new URL(`../../dist/${path}`, import.meta.url).href);

/** Accepts, refuses and closes streams after the handler of their request has returned, then ends. */
const programWhen = (isHolderLost: boolean): string => `
  const { Socket } = await import('node:net');
  const { connect } = Socket.prototype;
  const connected = [];
  Socket.prototype.connect = function (...to) {
    connected.push(this);
    return connect.apply(this, to);
  };
  const { openTransport } = await import(${built('media/wire/open-transport.js')});
  const { defaultLimits } = await import(${built('media/wire/transport.js')});
  const { systemClock } = await import(${built('media/kit/clock.js')});
  const { default: WebSocket } = await import('ws');
  const later = () => new Promise((resolve) => setTimeout(resolve, 5));
  const transport = await openTransport({
    driver: 'uws',
    host: '127.0.0.1',
    port: 0,
    limits: defaultLimits,
    clock: systemClock,
    log: () => {},
    admit: async ({ token }) => {
      await later();
      return token.includes('refused') ? { ok: false, status: 404, detail: 'No.' } : { ok: true, value: null };
    },
    open(socket) {
      void later().then(() => socket.send('later'));
      return { message: (message) => void later().then(() => socket.send(message)), drained() {}, closed() {} };
    },
  });
  if (${isHolderLost}) {
    // The first socket is the one that holds the cork.
    const closed = new Promise((resolve) => connected[0].once('close', resolve));
    connected[0].destroy();
    await closed;
    await later();
  }
  const visit = (path) =>
    new Promise((resolve) => {
      const socket = new WebSocket('ws://127.0.0.1:' + transport.port + '/media/browser/' + path);
      socket.on('open', () => socket.send('hello'));
      socket.on('message', (data) => String(data) === 'hello' && socket.close());
      socket.on('error', () => {});
      socket.on('close', resolve);
    });
  for (let round = 0; round < 5; round++)
    await Promise.all(['a', 'b', 'refused', 'c'].map(visit));
  console.log('visited');
  await transport.close();
  process.exit(0);
`;

test.each([
  { what: 'streams are accepted after their request was handled', isHolderLost: false },
  { what: 'the socket that holds the cork was lost', isHolderLost: true },
])('nothing but records reaches standard error when $what', async ({ isHolderLost }) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', programWhen(isHolderLost)], {
    cwd: new URL('../..', import.meta.url).pathname,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  // The library writes its warnings there itself, as plain text between lines of JSON.
  expect({ out, err }).toEqual({ out: 'visited\n', err: '' });
});
