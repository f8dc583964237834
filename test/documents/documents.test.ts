import { existsSync, readdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../http/test-app.ts';

const asOwner = (app: TestApp, url: string, init: RequestInit = {}): Promise<Response> => {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${app.admin}`);
  return fetch(url, { ...init, headers });
};

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3000, 'x')]);

interface Part {
  readonly name?: string;
  readonly fileName?: string;
  readonly content: string | Uint8Array;
}

/** A form as bytes, with names that a decent client would not send. */
function form(parts: readonly Part[], { boundary = 'edge', isWhole = true } = {}) {
  const pieces = parts.flatMap(({ name = 'file', fileName, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: text/html`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  const body = Buffer.concat([...pieces, isWhole ? `--${boundary}--\r\n` : ''].map((piece) => Buffer.from(piece)));
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

const send = (app: TestApp, { body, headers }: ReturnType<typeof form>) =>
  asOwner(app, `${app.address}/api/kb/documents`, { method: 'POST', body, headers });

const add = async (app: TestApp, parts: readonly Part[]) => {
  const response = await send(app, form(parts));
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

/** Below the store, whatever its name. */
const filesOf = (app: TestApp): string[] =>
  readdirSync(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('documents', async () => {
  test('are added, listed, read, renamed, downloaded completely and in part, and deleted with their file', async () => {
    const app = await openTestApp();
    const name = 'Zahlen – März.pdf';
    const added = await add(app, [
      { content: 'The title', name: 'title' },
      { fileName: name, content: pdf },
    ]);
    expect(added).toEqual({
      status: 201,
      body: {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        title: 'The title',
        file_name: name,
        mime_type: 'application/pdf',
        size_bytes: pdf.length,
        created_at: expect.stringMatching(/Z$/),
        visibility: 'private',
        is_own: true,
        owner_name: null,
      },
    });
    const second = await add(app, [
      { fileName: 'b.pdf', content: pdf },
      { name: 'title', content: 'After the file' },
    ]);
    expect(second.body.title).toBe('After the file');
    expect(filesOf(app)).toHaveLength(1);
    const base = `${app.address}/api/kb/documents`;
    const list = await (await asOwner(app, `${base}?limit=1`)).json();
    expect(list).toEqual({ documents: [second.body], total: 2, limit: 1, offset: 0 });
    const one = `${base}/${added.body.uuid}`;
    expect(await (await asOwner(app, one)).json()).toEqual(added.body);
    const renamed = await asOwner(app, one, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: ' New\n name ' }),
    });
    expect(await renamed.json()).toEqual({ ...added.body, title: 'New name' });

    const bytes = await asOwner(app, `${one}/file`, { headers: { accept: 'application/octet-stream' } });
    expect(bytes.headers.get('content-type')).toBe('application/octet-stream');
    const whole = await asOwner(app, `${one}/file`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(pdf)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': `attachment; filename="Zahlen ? M?rz.pdf"; filename*=UTF-8''Zahlen%20%E2%80%93%20M%C3%A4rz.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'accept-ranges': 'bytes',
    });
    const etag = whole.headers.get('etag') as string;
    const get = (headers: Record<string, string>, method = 'GET') => asOwner(app, `${one}/file`, { headers, method });
    const part = await get({ range: 'bytes=5-8' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 5-8/${pdf.length}`,
      '1.7\n',
    ]);
    const outside = await get({ range: `bytes=${pdf.length}-` });
    expect([outside.status, outside.headers.get('content-range'), await outside.json()]).toEqual([
      416,
      `bytes */${pdf.length}`,
      { detail: `The file has ${pdf.length} bytes.` },
    ]);
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    const head = await get({}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(pdf.length)]);

    expect((await asOwner(app, one, { method: 'DELETE' })).status).toBe(204);
    expect((await asOwner(app, one)).status).toBe(404);
    expect((await asOwner(app, `${one}/file`)).status).toBe(404);
    expect((await asOwner(app, one, { method: 'DELETE' })).status).toBe(404);
    expect(filesOf(app)).toHaveLength(1);
    await asOwner(app, `${base}/${second.body.uuid}`, { method: 'DELETE' });
    expect(filesOf(app)).toEqual([]);
    expect(JSON.stringify(app.logged.map(({ msg }) => msg))).not.toContain('Zahlen');
  });

  test('have a quota per organisation, which deletion gives back', async () => {
    const app = await openTestApp({ env: { DOCUMENTS_PER_ORGANISATION_MB: '1' } });
    const large = (sign: string) => [{ fileName: 'a.pdf', content: Buffer.concat([pdf, Buffer.alloc(600_000, sign)]) }];
    const first = await add(app, large('a'));
    expect(first.status).toBe(201);
    const over = { status: 409, body: { detail: expect.stringContaining('1 MiB') } };
    expect(await add(app, large('b'))).toEqual(over);
    expect(filesOf(app)).toHaveLength(1);
    expect((await add(app, [{ fileName: 'small.pdf', content: pdf }])).status).toBe(201);

    const payload = { email: 'eve@example.com', password: 'correct horse battery', organization_name: 'Other' };
    const eve = (await app.http.inject({ method: 'POST', url: '/api/auth/register', payload })).json().token;
    const { body, headers } = form(large('c'));
    const sent = { method: 'POST', body, headers: { ...headers, authorization: `Bearer ${eve}` } };
    expect((await fetch(`${app.address}/api/kb/documents`, sent)).status).toBe(201);

    await asOwner(app, `${app.address}/api/kb/documents/${first.body.uuid}`, { method: 'DELETE' });
    expect((await add(app, large('b'))).status).toBe(201);
  });

  test('are admitted in parallel as far as they fit', async () => {
    const app = await openTestApp({ env: { DOCUMENTS_PER_ORGANISATION_MB: '1' } });
    const half = (sign: string) => [{ fileName: 'a.pdf', content: Buffer.concat([pdf, Buffer.alloc(500_000, sign)]) }];
    const added = await Promise.all(['a', 'b', 'c'].map((sign) => add(app, half(sign))));
    expect(added.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
  });

  test('S-11: hostile forms return 400 or 413 and leave nothing on disk', async () => {
    const app = await openTestApp({ env: { MAX_UPLOAD_MB: '1' } });
    const refused: [string, number, ReturnType<typeof form>][] = [
      ['no file', 400, form([{ name: 'title', content: 'x' }])],
      ['another part', 400, form([{ name: 'other', fileName: 'a.pdf', content: pdf }])],
      [
        'two files',
        400,
        form([
          { fileName: 'a.pdf', content: pdf },
          { fileName: 'b.pdf', content: pdf },
        ]),
      ],
      ['a field called file', 400, form([{ content: 'x' }])],
      [
        'a reserved name',
        400,
        form([
          { name: '__proto__', content: 'x' },
          { fileName: 'a.pdf', content: pdf },
        ]),
      ],
      ['zero bytes', 400, form([{ fileName: 'a.pdf', content: '' }])],
      ['wrong magic', 400, form([{ fileName: 'a.pdf', content: '<html><script>alert(1)</script>' }])],
      ['a program called PDF', 400, form([{ fileName: 'a.pdf', content: 'MZ\x90\0\x03' }])],
      ['a page before a PDF', 400, form([{ fileName: 'a.pdf', content: Buffer.concat([Buffer.from('<html>'), pdf]) }])],
      ['cut off', 400, form([{ fileName: 'a.pdf', content: pdf }], { isWhole: false })],
      [
        'an unseen title',
        400,
        form([
          { fileName: 'a.pdf', content: pdf },
          { name: 'title', content: '\u200b\u202e' },
        ]),
      ],
      [
        'a title of 5,000',
        400,
        form([
          { fileName: 'a.pdf', content: pdf },
          { name: 'title', content: 'x'.repeat(5000) },
        ]),
      ],
      ['10,000 parts', 400, form(Array.from({ length: 10_000 }, (_, i) => ({ name: `n${i}`, content: 'x' })))],
      [
        '10,000 parts after the file',
        400,
        form([{ fileName: 'a.pdf', content: pdf }, ...Array(10_000).fill({ name: 'title', content: 'x' })]),
      ],
      ['too large', 413, form([{ fileName: 'a.pdf', content: Buffer.concat([pdf, Buffer.alloc(2 ** 20)]) }])],
      ['far too large', 413, form([{ fileName: 'a.pdf', content: Buffer.alloc(3 * 2 ** 20) }])],
      ['no boundary', 400, { body: Buffer.from('x'), headers: { 'content-type': 'multipart/form-data' } }],
      ['no form', 400, { body: Buffer.from('{}'), headers: { 'content-type': 'application/json' } }],
      ['an empty form', 400, { body: Buffer.from(''), headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
      ['no multipart at all', 400, { ...form([]), body: Buffer.alloc(2000, 'x') }],
    ];
    for (const [what, status, request] of refused) {
      const response = await send(app, request);
      expect([what, response.status, await response.json()]).toEqual([what, status, { detail: expect.any(String) }]);
    }
    expect(filesOf(app)).toEqual([]);
    for (const fileName of [
      '../../../../tmp/evil.pdf',
      '%2e%2e%2fevil.pdf',
      `${'n'.repeat(300)}.pdf`,
      'a\0.pdf',
      'NUL',
    ]) {
      const { status, body } = await add(app, [{ fileName, content: pdf }]);
      expect([status, body.mime_type]).toEqual([201, 'application/pdf']);
    }
    expect(filesOf(app)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(existsSync('/tmp/evil.pdf')).toBe(false);
    expect(app.logged.filter(({ level }) => (level as number) >= 50)).toEqual([]);
  });

  test.each([
    [
      'a file in a part of another name',
      400,
      [{ name: 'other', fileName: 'a.pdf', content: Buffer.alloc(32 * 2 ** 20) }],
    ],
    ['a file that is too large', 413, [{ fileName: 'a.pdf', content: Buffer.alloc(32 * 2 ** 20) }]],
  ] as const)('%s is refused to who sends everything before they listen', async (_, status, parts) => {
    const app = await openTestApp({ env: { MAX_UPLOAD_MB: status === 413 ? '1' : '100' } });
    const { body, headers } = form(parts);
    const { port } = new URL(app.address);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = createConnection({ port: Number(port), host: '127.0.0.1' });
      socket.on('error', reject);
      const lines = [
        'POST /api/kb/documents HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Authorization: Bearer ${app.admin}`,
        `Content-Type: ${headers['content-type']}`,
        `Content-Length: ${body.length}`,
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(body, () =>
        socket.once('data', (data) => {
          socket.destroy();
          resolve(String(data));
        }),
      );
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*"detail":"(?:The|Send the) file`));
    expect(app.logged.filter(({ level }) => (level as number) >= 50)).toEqual([]);
  });

  test('interrupted uploads leave nothing, and too many at once return 503', async () => {
    const app = await openTestApp();
    const { port } = new URL(app.address);
    const { body, headers } = form([{ fileName: 'a.pdf', content: Buffer.concat([pdf, Buffer.alloc(2 ** 20)]) }]);
    const begin = () =>
      new Promise<ReturnType<typeof createConnection>>((resolve) => {
        const socket = createConnection({ port: Number(port), host: '127.0.0.1' }, () => {
          const lines = [
            `Host: 127.0.0.1:${port}`,
            `Authorization: Bearer ${app.admin}`,
            `Content-Type: ${headers['content-type']}`,
          ];
          socket.write(
            `POST /api/kb/documents HTTP/1.1\r\n${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n`,
          );
          socket.write(body.subarray(0, 300_000), () => resolve(socket));
        });
      });
    const open = [await begin(), await begin(), await begin()];
    await expect.poll(() => filesOf(app).length).toBe(3);
    const fourth = await send(app, form([{ fileName: 'a.pdf', content: pdf }]));
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([503, '5']);
    expect(app.logged.filter(({ err, level }) => err !== undefined || (level as number) >= 40)).toEqual([]);
    for (const socket of open) socket.destroy();
    await expect.poll(() => filesOf(app)).toEqual([]);
    expect((await send(app, form([{ fileName: 'a.pdf', content: pdf }]))).status).toBe(201);
  });
});
