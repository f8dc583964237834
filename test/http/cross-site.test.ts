import { describe, expect, test } from 'vitest';
import { isCallback } from './provider-paths.ts';
import { openAppOnce, openTestApp, type TestApp } from './test-app.ts';

type Headers = Readonly<Record<string, string>>;

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}

const person = { email: 'ada@example.com', password: 'correct horse battery' };
const bodies = {
  '/api/auth/register': person,
  '/api/pf-coach/auth/register': person,
  '/api/auth/demo': { demo: true },
} as const;

const isEmpty = async (app: TestApp): Promise<boolean> =>
  (await app.http.inject({ url: '/api/auth/setup', headers: { host: 'localhost' } })).json().needed;

const formType = 'application/x-www-form-urlencoded';

/** What a page may send to any address without a preflight, and what only looks like JSON. */
const simple: readonly (readonly [string, Headers, string])[] = [
  ['a form', { 'content-type': formType }, new URLSearchParams(person).toString()],
  [
    'a form with a character set',
    { 'content-type': `${formType};charset=UTF-8` },
    new URLSearchParams(person).toString(),
  ],
  [
    'a form said to be JSON too',
    { 'content-type': `${formType}; application/json` },
    new URLSearchParams(person).toString(),
  ],
  ['text that is JSON', { 'content-type': 'text/plain' }, JSON.stringify(person)],
  ['text that is said to be JSON', { 'content-type': 'text/plain; application/json' }, JSON.stringify(person)],
  ['text with JSON for a parameter', { 'content-type': 'text/plain;x=application/json' }, JSON.stringify(person)],
  [
    'a multipart form',
    { 'content-type': 'multipart/form-data; boundary=x' },
    Object.entries(person)
      .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')
      .concat('--x--\r\n'),
  ],
  ['bytes of no type', {}, JSON.stringify(person)],
];

describe('a cross-site page', () => {
  const empty = openAppOnce({ signedIn: false });

  test.each(simple)('creates no account by %s', async (_, headers, payload) => {
    const app = empty();
    for (const url of Object.keys(bodies)) {
      const sent = { method: 'POST' as const, url, headers, payload: Buffer.from(payload) };
      expect((await app.http.inject(sent)).statusCode, url).toBe(400);
    }
    const inQuery = `/api/auth/register?${new URLSearchParams(person)}`;
    expect((await app.http.inject({ method: 'POST', url: inQuery })).statusCode).toBe(400);
    expect(await isEmpty(app)).toBe(true);
  });

  test('gets no CORS permission for JSON', async () => {
    const app = empty();
    for (const url of Object.keys(bodies)) {
      const headers = {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      };
      const answer = await app.http.inject({ method: 'OPTIONS', url, headers });
      expect(answer.statusCode).toBe(405);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('sends forms to provider callbacks only, as documented, and plain text nowhere', async () => {
    const app = await openTestApp();
    const { paths } = (await app.http.inject({ url: '/openapi.json' })).json() as {
      paths: Record<string, Record<string, Operation>>;
    };
    const takers: string[] = [];
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, { requestBody }] of Object.entries(item)) {
        if (!['post', 'put', 'patch'].includes(method)) continue;
        const url = path.replaceAll(/\{[^}]+\}/g, '7b1f7f0e-58b1-4c3c-8f0a-000000000000');
        const asked = {
          method: method.toUpperCase() as 'POST',
          url,
          headers: { 'content-type': formType },
          payload: 'a=b',
        };
        const answer = await app.http.inject(asked);
        const isRefused = answer.statusCode === 400 && /content type|multipart/.test(answer.json().detail);
        expect(isRefused, `${method} ${path}: ${answer.body}`).toBe(requestBody?.content[formType] === undefined);
        if (!isRefused) takers.push(path);
        const text = await app.http.inject({ ...asked, headers: { 'content-type': 'text/plain' }, payload: '{}' });
        expect(text.statusCode).toBe(400);
        expect(text.json().detail, `${method} ${path}`).toContain('content type');
      }
    }
    expect(takers.length).toBeGreaterThan(5);
    expect(takers.filter((path) => !isCallback(path))).toEqual([]);
  });
});

const here = 'http://127.0.0.1:8080';
const everywhere = { HOST: '0.0.0.0' };
const named = { PUBLIC_BASE_URL: 'https://voice.example.com' };

const emptyApp = (env: Headers) => openAppOnce({ signedIn: false, env });

describe('the first account', () => {
  const refused: readonly (readonly [string, Headers, Headers])[] = [
    ['a name that a page has pointed here', { host: 'evil.example:8080', origin: 'http://evil.example:8080' }, {}],
    ['such a name without an origin', { host: 'evil.example:8080' }, {}],
    ['such a name that says it was relayed', { host: 'evil.example:8080', 'x-forwarded-for': '203.0.113.9' }, {}],
    ['such a name that says another', { host: 'evil.example:8080', 'x-forwarded-host': 'localhost' }, {}],
    ['a name that only begins like this machine', { host: 'localhost.evil.example' }, {}],
    ['an address of every machine', { host: '0.0.0.0:8080' }, {}],
    [
      'the origin of another site, whoever may read answers',
      { host: '127.0.0.1:8080', origin: 'https://evil.example' },
      { CORS_ORIGINS: '*' },
    ],
    ['the origin of a page without one', { host: '127.0.0.1:8080', origin: 'null' }, { CORS_ORIGINS: '*' }],
    ['another name than the public one', { host: 'evil.example' }, named],
  ];
  /** This machine; and its network, which a browser beside a container comes from. */
  const near = ['127.0.0.1', '172.17.0.1', '::ffff:192.168.1.7', '100.64.0.9', 'fe80::1', 'fd00::7'];
  const unused = new Map([{}, { CORS_ORIGINS: '*' }, named].map((env) => [JSON.stringify(env), emptyApp(env)]));
  test.each(refused)('is not created under %s', async (_, headers, env) => {
    const app = unused.get(JSON.stringify(env))!();
    for (const remoteAddress of headers.host === '0.0.0.0:8080' ? ['127.0.0.1'] : near)
      for (const [url, payload] of Object.entries(bodies)) {
        const answer = await app.http.inject({ method: 'POST', url, headers, payload, remoteAddress });
        expect(answer.statusCode, `${url} from ${remoteAddress}`).toBe(403);
        expect(answer.json().detail).toContain('PUBLIC_BASE_URL');
      }
    expect(await isEmpty(app)).toBe(true);
  });

  const made: readonly (readonly [string, Headers, Headers, string])[] = [
    ['this machine', { host: '127.0.0.1:8080', origin: here }, {}, '127.0.0.1'],
    ['the name of this machine', { host: 'localhost:8080', origin: 'http://localhost:5173' }, {}, '127.0.0.1'],
  ];
  test.each(made)('is created under %s', async (_, headers, env, remoteAddress) => {
    const app = await openTestApp({ signedIn: false, env });
    const asked = { method: 'POST' as const, url: '/api/auth/register', headers, payload: person, remoteAddress };
    expect((await app.http.inject(asked)).statusCode).toBe(201);
  });

  const afar: readonly (readonly [string, Headers, Headers, string])[] = [
    ['the public name', { host: 'voice.example.com', origin: named.PUBLIC_BASE_URL }, named, '127.0.0.1'],
    ['the public name, behind a proxy', { host: 'voice.example.com' }, named, '172.18.0.3'],
    ['a tunnel that keeps the local name', { host: 'localhost:8080', 'x-forwarded-for': '8.8.4.4' }, {}, '127.0.0.1'],
    ['any name, from afar', { host: 'voice.example.net', origin: 'https://voice.example.net' }, {}, '8.8.4.4'],
    ['the name of this machine, from afar', { host: 'localhost:8080' }, {}, '8.8.4.4'],
    ['a public address, through a container', { host: '203.0.113.7:8080' }, {}, '172.17.0.1'],
    ['a name of the house', { host: 'voice.lan:8080', origin: 'http://voice.lan:8080' }, {}, '192.168.1.7'],
    ['an address, beside a container', { host: '172.17.0.2:8080', origin: 'http://172.17.0.2:8080' }, {}, '172.17.0.1'],
    ['the name of this machine, through a load balancer', { host: 'localhost:8080' }, {}, '10.42.0.1'],
    ['the name of this machine, beside a container', { host: 'localhost' }, everywhere, '::ffff:172.17.0.1'],
    ['one word', { host: 'parley:8080' }, {}, 'fd00::7'],
    ['this machine, on a server that listens everywhere', { host: '127.0.0.1:8080' }, everywhere, '127.0.0.1'],
  ];
  test.each(afar)('requires the start code under %s', async (_, headers, env, remoteAddress) => {
    const app = await openTestApp({ signedIn: false, env });
    const { startCode } = app.logged.find(({ msg }) => String(msg).startsWith('no account')) as { startCode: string };
    expect(startCode).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const asked = { headers, remoteAddress };
    const setUp = await app.http.inject({ ...asked, url: '/api/auth/setup' });
    expect(setUp.json()).toEqual({ needed: true, registration: 'open', start_code_required: true });
    for (const [url, payload] of Object.entries(bodies))
      for (const wrong of [{}, { start_code: '' }, { start_code: 'AAAA-AAAA-AAAA' }]) {
        const answer = await app.http.inject({ ...asked, method: 'POST', url, payload: { ...payload, ...wrong } });
        expect(answer.statusCode, `${url} ${JSON.stringify(wrong)}`).toBe(403);
        expect(answer.json().detail).toContain('start_code');
      }
    expect(await isEmpty(app)).toBe(true);
    const typed = startCode.toLowerCase().replaceAll('-', ' ');
    const payload = { ...person, start_code: typed };
    const made = await app.http.inject({ ...asked, method: 'POST', url: '/api/auth/register', payload });
    expect(made.json()).toMatchObject({ superadmin: true });
  });

  test('has one start code, unchanged by a restart', async () => {
    const codeOf = ({ logged }: TestApp) => logged.find(({ startCode }) => startCode !== undefined)?.startCode;
    const env = { SESSION_SECRET: 'a secret of all nodes' };
    const codes = [await openTestApp({ signedIn: false, env }), await openTestApp({ signedIn: false, env })].map(
      codeOf,
    );
    expect(codes[0]).toBe(codes[1]);
    expect(codeOf(await openTestApp({ signedIn: false }))).not.toBe(codes[0]);
  });

  test('is the only one with these rules: later ones are created under any name', async () => {
    const app = await openTestApp();
    const headers = { host: 'tunnel.example', authorization: '' };
    const answer = await app.http.inject({ method: 'POST', url: '/api/auth/register', headers, payload: person });
    expect(answer.statusCode).toBe(201);
  });
});
