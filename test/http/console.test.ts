import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { registerConsole } from '../../src/http/console.ts';
import { temporaryFolder } from './test-app.ts';

async function open(html = '<!doctype html><p>page</p>', publicUrl?: string) {
  const outer = temporaryFolder();
  const dir = join(outer, 'dist');
  mkdirSync(join(dir, 'assets'), { recursive: true });
  writeFileSync(join(outer, 'secret.txt'), 'canary');
  writeFileSync(join(dir, 'index.html'), html);
  writeFileSync(join(dir, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(dir, 'favicon.svg'), '<svg/>');
  const app = fastify();
  await app.register(fastifyStatic, { serve: false, preCompressed: true });
  registerConsole(app, { dir, publicUrl: () => publicUrl, mediaOrigin: () => 'ws://127.0.0.1:8081' });
  onTestFinished(() => app.close());
  return { app, dir };
}

describe('the console', () => {
  test.each(['/', '/calls', '/calls/7', '/index.html', '/?a=1'])('its page is at %s', async (url) => {
    const { app } = await open();
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('page');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test('serves its files, hashed ones as immutable', async () => {
    const { app } = await open();
    const script = await app.inject({ url: '/assets/app-1a2b.js' });
    expect(script.headers['content-type']).toContain('javascript');
    expect(script.headers['cache-control']).toContain('immutable');
    expect((await app.inject({ url: '/favicon.svg' })).headers['cache-control']).toBe('no-cache');
  });

  test('serves the help without an ending in the address', async () => {
    const { app, dir } = await open();
    mkdirSync(join(dir, 'help', 'adr'), { recursive: true });
    for (const name of ['index', 'phones', 'adr/index'])
      writeFileSync(join(dir, 'help', `${name}.html`), `help ${name}`);
    for (const [url, text] of [
      ['/help', 'help index'],
      ['/help/', 'help index'],
      ['/help/phones', 'help phones'],
      ['/help/adr/index', 'help adr/index'],
      ['/help/nothing', 'page'],
      ['/help/../../secret', 'page'],
    ] as const) {
      const answer = await app.inject({ url });
      expect(answer.body, url).toContain(text);
      if (text !== 'page') expect(answer.headers['content-security-policy']).toContain("style-src 'self'");
    }
  });

  test.each(['/assets/gone.js', '/nothing.png', '/api/x', '/v1/x', '/media/browser/t', '/health/x'])(
    '%s is 404',
    async (url) => {
      const { app } = await open();
      expect((await app.inject({ url })).statusCode).toBe(404);
    },
  );

  test.each([
    ['br, gzip', 'br', 'smallest'],
    ['gzip', 'gzip', 'small'],
    ['identity', undefined, 'export {};'],
    [undefined, undefined, 'export {};'],
  ])('answers accept-encoding %s with the stored form %s of a script', async (accepted, encoding, body) => {
    const { app, dir } = await open();
    writeFileSync(join(dir, 'assets', 'app-1a2b.js.br'), 'smallest');
    writeFileSync(join(dir, 'assets', 'app-1a2b.js.gz'), 'small');
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await app.inject({ url: '/assets/app-1a2b.js', headers });
    expect(answer.body).toBe(body);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(answer.headers.vary).toBe('accept-encoding');
  });

  test('serves a script as it is when no compressed form is stored', async () => {
    const { app } = await open();
    const answer = await app.inject({
      url: '/assets/app-1a2b.js',
      headers: { 'accept-encoding': 'br, gzip, deflate' },
    });
    expect([answer.statusCode, answer.body]).toEqual([200, 'export {};']);
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%00secret.txt',
    '/..%5csecret.txt',
  ])('%s leads nowhere', async (url) => {
    const { app } = await open();
    const answer = await app.inject({ url });
    expect(answer.body).not.toContain('canary');
    expect(answer.statusCode).toBe(404);
  });

  test('has a policy that permits itself and the media listener only', async () => {
    const { app } = await open();
    const policy = (await app.inject({ url: '/' })).headers['content-security-policy'] as string;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:8081;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self'");
  });

  test('gets a fresh nonce, and needs no inline styles', async () => {
    const { app } = await open('<style nonce="__CSP_NONCE__"></style>');
    const [one, two] = [await app.inject({ url: '/' }), await app.inject({ url: '/' })];
    const nonce = /nonce="([^"]+)"/.exec(one.body)?.[1] as string;
    expect(one.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(nonce).toHaveLength(24);
    expect(two.body).not.toContain(nonce);
  });

  test('has the public address of the server, as text', async () => {
    const page = '<meta name="public-url" content="__PUBLIC_URL__">';
    const { app } = await open(page, 'https://voice.example.com/?a=1&b="$&');
    expect((await app.inject({ url: '/' })).body).toBe(
      '<meta name="public-url" content="https://voice.example.com/?a=1&amp;b=&quot;$&amp;">',
    );
    const { app: other } = await open(page);
    expect((await other.inject({ url: '/' })).body).toBe('<meta name="public-url" content="">');
  });

  test('that is not built explains how to build it', async () => {
    const { app, dir } = await open();
    rmSync(dir, { recursive: true });
    const answer = await app.inject({ url: '/' });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('npm run build');
    expect((await app.inject({ url: '/assets/x.js' })).statusCode).toBe(404);
  });
});
