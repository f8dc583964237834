import { createServer } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHttpClient, type HttpClientOptions } from '../../src/http-client/index.ts';
import { openWebhookApp } from './webhook-app.ts';

/** Every way of writing an address that is not of the public internet. */
const hidden: Readonly<Record<string, readonly string[]>> = {
  loopback: [
    'http://127.0.0.1/',
    'http://127.255.255.254/',
    'http://[::1]/',
    'http://localhost/',
    'http://a.localhost./',
  ],
  'another spelling': [
    ...['http://2130706433/', 'http://0x7f000001/', 'http://0x7f.1/', 'http://017700000001/', 'http://127.1/'],
    ...[
      'http://127.0.1/',
      'http://0/',
      'http://0.0.0.0/',
      'http://０x7f.1/',
      'http://①②⑦.0.0.1/',
      'http://127.0.0.1./',
    ],
    ...['http://[0:0:0:0:0:0:0:1]/', 'http://[::]/', 'http://%31%32%37.0.0.1/', 'http:127.0.0.1', 'HTTP:\\\\127.0.0.1'],
  ],
  private: [
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://[fd00::1]/',
  ],
  'link-local': ['http://169.254.169.254/latest/meta-data/', 'http://[fe80::1]/', 'http://[fec0::1]/'],
  'carrier-grade NAT': ['http://100.64.0.1/', 'http://100.127.255.254/'],
  'given to no one': [
    ...['http://192.0.2.1/', 'http://198.51.100.1/', 'http://203.0.113.1/', 'http://198.18.0.1/', 'http://240.0.0.1/'],
    ...[
      'http://255.255.255.255/',
      'http://224.0.0.1/',
      'http://192.0.0.1/',
      'http://[2001:db8::1]/',
      'http://[ff02::1]/',
    ],
    ...['http://[100::1]/', 'http://[3fff::1]/', 'http://[4000::1]/', 'http://[5f00::1]/'],
  ],
  'another address within': [
    ...[
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[::127.0.0.1]/',
      'http://[::ffff:0:127.0.0.1]/',
    ],
    ...['http://[2002:7f00:1::]/', 'http://[64:ff9b::127.0.0.1]/', 'http://[64:ff9b:1::7f00:1]/'],
    ...['http://[2001:0:7f00:1::]/', 'http://[::ffff:8.8.8.8]/'],
  ],
};
const unfit: Readonly<Record<string, readonly string[]>> = {
  credentials: ['http://user@8.8.8.8/', 'http://user:word@8.8.8.8/', 'https://:word@8.8.8.8/'],
  'another scheme': [
    'ftp://8.8.8.8/',
    'file:///etc/passwd',
    'gopher://8.8.8.8/',
    'ws://8.8.8.8/',
    'javascript:1',
    'data:,1',
  ],
  'a port of another service': [
    'http://8.8.8.8:22/',
    'http://8.8.8.8:25/',
    'https://8.8.8.8:0/',
    'http://8.8.8.8:1023/',
  ],
  'no address': ['', 'hook', '//8.8.8.8/', 'http://', 'http://[::1', 'http://8.8.8.8:99999/', 'http://a b/'],
};
const all = (groups: typeof hidden): (readonly [string, string])[] =>
  Object.entries(groups).flatMap(([what, urls]) => urls.map((url) => [what, url] as const));

const posting = { headers: {}, body: Buffer.from('{}') };

/** Sends, and writes down which addresses a socket was asked for; none is opened. */
function watched(options: Partial<HttpClientOptions> = {}) {
  const asked: string[] = [];
  const httpClient = createHttpClient({
    allowedHosts: [],
    resolve: async () => [],
    open(_target, address) {
      asked.push(address);
      return new Socket().destroy(new Error('no socket in a test'));
    },
    ...options,
  });
  return { asked, httpClient };
}

describe('an address outside the public internet', () => {
  test.each([...all(hidden), ...all(unfit)])('%s: %s is rejected without opening a socket', async (_what, url) => {
    const { asked, httpClient } = watched();
    expect(await httpClient.refusal(url)).toMatch(/^(is|must) /);
    expect(await httpClient.post({ url, ...posting })).toMatchObject({
      status: 0,
      error: expect.stringMatching(/\.$/),
    });
    expect(asked).toEqual([]);
  });

  test.each([
    ['to this machine', ['127.0.0.1']],
    ['to a public address and to this machine', ['8.8.8.8', '127.0.0.1']],
    ['to a mapped address', ['::ffff:169.254.169.254']],
    ['to a link-local address with a zone', ['fe80::1%eth0']],
    ['to what is no address', ['localhost']],
  ])('is rejected by a name that leads %s', async (_how, addresses) => {
    const { asked, httpClient } = watched({ resolve: async () => addresses });
    expect(await httpClient.refusal('https://hook.example.com/')).toMatch(/public address/);
    const answer = await httpClient.post({ url: 'https://hook.example.com/', ...posting });
    expect(answer).toEqual({ status: 0, error: 'The address is not public. No connection was made.' });
    expect(asked).toEqual([]);
  });

  test('is rejected at delivery when a name moved there after registration', async () => {
    const moves = [['8.8.8.8'], ['127.0.0.1']];
    const { asked, httpClient } = watched({ resolve: async () => moves.shift() ?? [] });
    expect(await httpClient.refusal('http://rebinding.example.com/')).toBeUndefined();
    expect((await httpClient.post({ url: 'http://rebinding.example.com/', ...posting })).status).toBe(0);
    expect(asked).toEqual([]);
    expect(moves).toEqual([]);
  });
});

test.each([
  ['http://8.8.8.8/', '8.8.8.8'],
  ['https://8.8.8.8:8443/hook', '8.8.8.8'],
  ['http://[2606:4700::1111]/', '2606:4700::1111'],
  ['http://134744072/', '8.8.8.8'],
])('the public address %s is connected to', async (url, address) => {
  const { asked, httpClient } = watched();
  expect(await httpClient.refusal(url)).toBeUndefined();
  await httpClient.post({ url, ...posting });
  expect(asked).toEqual([address]);
});

test('a name is resolved once, and connected to at the verified address', async () => {
  let lookups = 0;
  const { asked, httpClient } = watched({ resolve: async () => [['8.8.8.8'], ['127.0.0.1']][lookups++] ?? [] });
  await httpClient.post({ url: 'https://hook.example.com/', ...posting });
  expect(asked).toEqual(['8.8.8.8']);
  expect(lookups).toBe(1);
});

test('allowed hosts may have any address, and no others', async () => {
  const { asked, httpClient } = watched({ allowedHosts: ['receiver.test', '::1'], resolve: async () => ['10.1.2.3'] });
  expect(await httpClient.refusal('http://receiver.test:25/')).toBeUndefined();
  expect(await httpClient.refusal('http://other.receiver.test/')).toMatch(/public address/);
  await httpClient.post({ url: 'http://receiver.test:25/', ...posting });
  await httpClient.post({ url: 'http://[::1]:4000/', ...posting });
  expect(asked).toEqual(['10.1.2.3', '::1']);
});

test('returns 400 with the reason at registration', async () => {
  const app = await openWebhookApp({ env: { WEBHOOK_ALLOWED_HOSTS: '' } });
  for (const [, url] of [...all(hidden), ...all(unfit)]) {
    const payload = { name: 'w', url, events: ['call.ended'] };
    const answer = await app.http.inject({ method: 'POST', url: '/api/voice/webhooks', payload });
    expect([url, answer.statusCode]).toEqual([url, 400]);
    expect(answer.json().detail).toMatch(/^body url: .*\.$/);
  }
});

describe('a host of the settings', () => {
  test.each([
    ['localhost:9000', 'http://localhost:9000/hook', true],
    ['localhost:9000', 'http://localhost:9001/hook', false],
    ['localhost', 'http://localhost:9001/hook', true],
    ['receiver.test:443', 'https://receiver.test/hook', true],
    ['receiver.test:443', 'http://receiver.test/hook', false],
    ['[::1]:9000', 'http://[::1]:9000/hook', true],
    ['[::1]:9000', 'http://[::1]:9001/hook', false],
  ])('%s allows %s: %s', async (entry, url, isAllowed) => {
    const { httpClient } = watched({ allowedHosts: [entry], resolve: async () => ['127.0.0.1'] });
    expect((await httpClient.refusal(url)) === undefined).toBe(isAllowed);
  });

  /** A server that redirects `/to/PORT` to that port of its machine, and answers every other path. */
  async function openRedirecting() {
    const server = createServer(({ url = '' }, response) => {
      const port = /^\/to\/(\d+)$/.exec(url)?.[1];
      if (port === undefined) response.end('words');
      else response.writeHead(302, { location: `http://127.0.0.1:${port}/file` }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  }

  test('is reached by a redirect only if the download began there', async () => {
    const [own, other] = [await openRedirecting(), await openRedirecting()];
    const { read } = createHttpClient({ allowedHosts: ['127.0.0.1'], resolve: async () => [] });
    const asked = { headers: {}, maxBytes: 100, deadlineMs: 5000 };
    const fetched = (url: string) => text(Readable.from(read({ ...asked, url })));
    expect(await fetched(`http://127.0.0.1:${own}/to/${own}`)).toBe('words');
    await expect(fetched(`http://127.0.0.1:${own}/to/${other}`)).rejects.toThrow('not public');
  });
});
