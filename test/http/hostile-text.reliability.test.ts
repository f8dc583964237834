import { createConnection } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createLog, readable } from '../../src/log.ts';
import { onEachDatabase } from '../data/databases.ts';
import { openAppOnce } from './test-app.ts';
import { openTestServer } from './test-server.ts';

/** A forged line of a log or header, commands to a terminal in both forms, NUL, text turned around, a formula. */
const hostile = '=1+1\r\n\u2028Set-Cookie: a=b\u001b[31m\u009b2J\0\u007f\u202etxt\u2066@';
const clean = '=1+1 Set-Cookie: a=b[31m2Jtxt@';
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

interface Described {
  readonly paths: Record<
    string,
    Record<
      string,
      { readonly parameters: { readonly name: string; readonly in: string }[]; readonly requestBody?: unknown }
    >
  >;
}

onEachDatabase('text that is meant to be obeyed', (database) => {
  const open = openAppOnce({ database });

  test('names and titles are stored as one line of visible text on every route', async () => {
    const { http, logged } = open();
    const post = async (url: string, payload: object) => (await http.inject({ method: 'POST', url, payload })).json();
    const name = hostile;
    const email = 'zoe@example.com';
    const password = 'correct horse battery';
    const made = await post('/api/auth/register', { email: 'bob@example.com', password, organization_name: hostile });
    expect(made.organization_name).toBe(clean);
    expect((await post('/api/auth/members', { email, name })).name).toBe(clean);
    expect((await post('/api/auth/api-keys', { name, scopes: ['voice:calls:read'] })).name).toBe(clean);
    const kept = await http.inject('/api/auth/members');
    const patched = await http.inject({
      method: 'PATCH',
      url: `/api/auth/members/${kept.json().members.at(-1).user_uuid}`,
      payload: { name },
    });
    expect(patched.json().name).toBe(clean);
    const organisations = await http.inject('/api/auth/superadmin/organizations');
    expect(organisations.body).toContain(clean);
    for (const { body } of [kept, organisations, await http.inject('/api/auth/api-keys')])
      expect(body).not.toMatch(obeyed);
    for (const empty of ['\u0000', '\u202e \r\n'])
      expect(
        (await http.inject({ method: 'POST', url: '/api/auth/members', payload: { email, name: empty } })).statusCode,
      ).toBe(400);
    expect(JSON.stringify(logged)).not.toMatch(obeyed);
  });

  test('a file name is reduced to what a header may contain', async () => {
    const { http } = open();
    const name = 'a\\"\u202egnp.exe; filename=b\u009b\u007f\u001b[31m%0d%0aX-Forged: 1';
    const disposition = 'Content-Disposition: form-data; name=';
    const payload = [
      ...['--edge', `${disposition}"title"`, '', hostile],
      ...['--edge', `${disposition}"file"; filename="${name}"`, '', '%PDF-1.7', ''],
      '--edge--\r\n',
    ].join('\r\n');
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
    const added = await http.inject({ method: 'POST', url: '/api/kb/documents', headers, payload });
    expect(added.json()).toMatchObject({ title: clean });
    const file = await http.inject(`/api/kb/documents/${added.json().uuid}/file`);
    expect(file.statusCode).toBe(200);
    expect(file.headers['x-forged']).toBeUndefined();
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="(?:[ !#-[\]-~]|\\["\\])+"; filename\*=UTF-8''[\w%.~!*'()-]+$/,
    );
  });

  test('an e-mail address with a line break is rejected', async () => {
    const { http } = open();
    for (const email of [
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com\0',
      'a\u001b@example.com',
      '"a\r\n"@example.com',
    ])
      for (const url of ['/api/auth/password/forgot', '/api/auth/login', '/api/auth/members'])
        expect((await http.inject({ method: 'POST', url, payload: { email, password: 'x' } })).statusCode).toBe(400);
  });

  test('no operation fails on hostile text in its path, query or body', async () => {
    const { http, logged } = open();
    const { paths } = (await http.inject('/openapi.json')).json() as Described;
    let asked = 0;
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, { parameters, requestBody }] of Object.entries(item)) {
        if (path.endsWith('/logout')) continue;
        const places = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
        const url = path.replaceAll(/\{\w+\}/g, encodeURIComponent(hostile));
        const query = places.map((name) => `${name}=${encodeURIComponent(hostile)}`);
        const payload = requestBody === undefined ? {} : { payload: body };
        for (const one of [url, ...query.map((part) => `${url}?${part}`)]) {
          const answer = await http.inject({ method: method.toUpperCase() as 'GET', url: one, ...payload });
          asked += 1;
          expect(answer.statusCode, `${method} ${one}`).toBeLessThan(500);
          expect(JSON.stringify(answer.headers), `${method} ${one}`).not.toMatch(obeyed);
        }
      }
    }
    expect(asked).toBeGreaterThan(Object.keys(paths).length);
    expect(JSON.stringify(logged)).not.toMatch(obeyed);
  });
});

/** Every field that accepts text. */
const fields = ['email', 'name', 'title', 'token', 'password', 'organization_name', 'auth_id', 'reason', 'role'];
const body = Object.fromEntries(fields.map((field) => [field, hostile]));

describe('the log', () => {
  test('escapes control characters that JSON allows and terminals obey', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'debug', stream: { write: (line) => void lines.push(line) } });
    log.info({ name: hostile, err: new Error(hostile) }, `said ${hostile}`);
    const { app } = await openTestServer({ log });
    await app.listen({ host: '127.0.0.1', port: 0 });
    // As no client library would send it: a byte that is a command to a terminal.
    const { port } = app.server.address() as { port: number };
    await new Promise<void>((resolve) => {
      const socket = createConnection(port, '127.0.0.1', () =>
        socket.end(Buffer.from('GET /a\x9b31m HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n', 'latin1')),
      );
      socket.on('close', () => resolve()).resume();
    });
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line.trimEnd()).not.toMatch(/\n/);
      expect(line).not.toMatch(obeyed);
      expect(() => JSON.parse(line)).not.toThrow();
    }
    expect(JSON.parse(lines[0]!)).toMatchObject({ name: hostile, msg: `said ${hostile}` });
  });

  test('for people has one line per record, and no forged stack', () => {
    let written = '';
    const keep = (text: string | Uint8Array): boolean => {
      written += String(text);
      return true;
    };
    const log = createLog({ level: 'debug', stream: readable({ write: keep }) });
    const forged = '\n12:00:00.000 info  all is well';
    log.info({ name: `${hostile}${forged}`, err: new Error(`broken${hostile}${forged}`) }, `said ${hostile}${forged}`);
    const [first, ...rest] = written.trimEnd().split('\n');
    expect(first).toMatch(/^[\d:.]{12} info {2}said/);
    expect(rest.length).toBeGreaterThan(0);
    for (const line of rest) expect(line).toMatch(/^ {4}\S/);
    expect(written).not.toMatch(obeyed);
  });
});
