import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpClient } from '../../src/http-client/index.ts';
import {
  crawl,
  createPageParser,
  type KnownPage,
  type Site,
  type SitePage,
  withoutRepeated,
} from '../../src/website/index.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const html =
  (body: string): Answer =>
  (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>T</title>${body}`);
  };
const redirect =
  (to: string): Answer =>
  (_request, response) =>
    void response.writeHead(302, { location: to }).end();

/** A site on this machine, with the paths that were requested. */
async function openSite(pages: Readonly<Record<string, Answer>>) {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    const answer = pages[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested };
}

interface Visit extends Partial<Site> {
  readonly known?: readonly SitePage[];
  readonly allowedHosts?: readonly string[];
  readonly maxBytes?: number;
  readonly deadlineMs?: number;
}

async function visit(url: string, { known = [], ...options }: Visit = {}): Promise<SitePage[]> {
  const { maxDepth = 3, maxPages = 50, maxBytes = 100_000, deadlineMs = 5000 } = options;
  const parser = createPageParser();
  const knownPages = new Map<string, KnownPage>(known.map((page) => [page.url, page]));
  try {
    const pages = await crawl({
      site: { url, maxDepth, maxPages },
      fetch: createHttpClient({ allowedHosts: options.allowedHosts ?? ['127.0.0.1'] }).fetchWithin({
        deadlineMs,
        maxBytes,
      }),
      parser,
      earlierPages: knownPages,
      signal: new AbortController().signal,
      onProgress: async () => {},
    });
    return withoutRepeated(pages);
  } finally {
    await parser.close();
  }
}

const textOf = ({ pieces }: SitePage): string =>
  pieces.map((piece) => (piece.place === 'table' ? '' : piece.text)).join(' ');
const pathsOf = (pages: readonly SitePage[]): string[] => pages.map(({ url }) => new URL(url).pathname);

test('a site is read from its start, the nearest pages first, and menus once', async () => {
  const menu = '<p>Menu of the house</p><nav><a href="/">Home</a></nav>';
  const { url, requested } = await openSite({
    '/': html(
      `${menu}<p>Welcome.</p><nav><a href="/a#x">A</a><a href="b?utm_source=x">B</a><a href="https://example.com/">out</a></nav>`,
    ),
    '/a': html(`${menu}<p>Page A.</p><nav><a href="/deep">deep</a><a href="/file.pdf">file</a></nav>`),
    '/b': html(`${menu}<p>Page B.</p><nav><a href="mailto:a@b.c">mail</a></nav>`),
    '/deep': html(`${menu}<p>Deep.</p><nav><a href="/deeper">deeper</a></nav>`),
    '/deeper': html(`${menu}<p>Deeper.</p>`),
  });
  const pages = await visit(`${url}/`, { maxDepth: 2 });
  expect(pathsOf(pages)).toEqual(['/', '/a', '/b', '/deep']);
  expect(pages.map(textOf)).toEqual(['Menu of the house Welcome.', 'Page A.', 'Page B.', 'Deep.']);
  expect(new Set(requested)).toEqual(new Set(['/robots.txt', '/', '/a', '/b', '/deep']));
  expect(pathsOf(await visit(`${url}/`, { maxPages: 2 }))).toHaveLength(2);
  expect(pathsOf(await visit(`${url}/`, { maxDepth: 0 }))).toEqual(['/']);
});

test('unchanged pages are not loaded again, and changed ones are', async () => {
  let text = 'Old hours.';
  let full = 0;
  const marked =
    (body: () => string): Answer =>
    (request, response) => {
      const etag = `"${Buffer.from(body()).toString('hex')}"`;
      response.setHeader('etag', etag);
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
      full += 1;
      html(body())(request, response);
    };
  const { url } = await openSite({
    '/': marked(() => '<p>Start.</p><nav><a href="/hours">hours</a></nav>'),
    '/hours': marked(() => `<p>${text}</p>`),
  });
  const first = await visit(`${url}/`);
  expect(first.every(({ isUnchanged }) => !isUnchanged)).toBe(true);
  full = 0;
  const second = await visit(`${url}/`, { known: first });
  expect([pathsOf(second), second.every(({ isUnchanged }) => isUnchanged), full]).toEqual([['/', '/hours'], true, 0]);
  text = 'New hours.';
  const third = await visit(`${url}/`, { known: second });
  expect(third.map((page) => [textOf(page), page.isUnchanged])).toEqual([
    ['Start.', true],
    ['New hours.', false],
  ]);
});

test('the rules of the site are followed', async () => {
  const { url, requested } = await openSite({
    '/robots.txt': (_request, response) => response.end('User-agent: *\nDisallow: /secret\n'),
    '/': html(
      '<p>Start.</p><nav><a href="/secret/a">s</a><a href="/unlisted">u</a><a rel="nofollow" href="/ad">ad</a></nav>',
    ),
    '/unlisted': html('<meta name="robots" content="noindex"><p>Unlisted.</p>'),
    '/secret/a': html('<p>Secret.</p>'),
    '/ad': html('<p>Ad.</p>'),
  });
  expect((await visit(`${url}/`)).map(textOf)).toEqual(['Start.']);
  expect(requested).not.toContain('/secret/a');
  expect(requested).not.toContain('/ad');
  await expect(visit(`${url}/secret/a`)).rejects.toThrow('robots.txt of the site does not allow');
});

test('a sitemap names the pages itself', async () => {
  const { url } = await openSite({
    '/sitemap.xml': (request, response) => {
      const base = `http://${request.headers.host}`;
      response.end(`<sitemapindex><sitemap><loc>${base}/pages.xml</loc></sitemap></sitemapindex>`);
    },
    '/pages.xml': (request, response) => {
      const base = `http://${request.headers.host}`;
      response.end(`<urlset><url><loc>${base}/one</loc></url><url><loc>${base}/two</loc></url></urlset>`);
    },
    '/one': html('<p>One.</p>'),
    '/two': html('<p>Two.</p>'),
  });
  expect((await visit(`${url}/sitemap.xml`, { maxDepth: 0 })).map(textOf)).toEqual(['One.', 'Two.']);
});

test('sites that loop, stall, send too much or lead inwards are read as far as they can be', async () => {
  const endless: Answer = (request, response) => {
    const next = Number(new URL(request.url ?? '', 'http://x').searchParams.get('n') ?? 0) + 1;
    html(`<p>The calendar.</p><nav><a href="/?n=${next}">next</a><a href="/?n=${next + 100}">later</a></nav>`)(
      request,
      response,
    );
  };
  const loop = await openSite(
    Object.fromEntries(['/', ...Array.from({ length: 400 }, (_, n) => `/?n=${n}`)].map((path) => [path, endless])),
  );
  expect(await visit(`${loop.url}/`, { maxDepth: 10, maxPages: 20 })).toHaveLength(1);
  expect(loop.requested.length).toBeLessThan(100);

  const { url } = await openSite({
    '/': html(
      '<p>Start.</p><nav><a href="/big">b</a><a href="/slow">s</a><a href="/inwards">i</a><a href="/round">r</a><a href="/sound">x</a></nav>',
    ),
    '/big': (request, response) => html(`<p>${'x'.repeat(200_000)}</p>`)(request, response),
    '/slow': (_request, response) => void response.write('<p>'),
    '/inwards': redirect('http://127.0.0.2:1/'),
    '/round': redirect('/round'),
    '/sound': (_request, response) => {
      response.setHeader('content-type', 'audio/mpeg');
      response.end('x');
    },
  });
  expect((await visit(`${url}/`, { deadlineMs: 1000 })).map(textOf)).toEqual(['Start.']);
});

test('a start that cannot be read says why', async () => {
  const { url } = await openSite({
    '/text': (_request, response) => void response.setHeader('content-type', 'text/plain').end('x'),
    '/out': redirect('http://localhost:1/'),
    '/sitemap.xml': (_request, response) => response.end('<urlset>'),
  });
  await expect(visit(`${url}/none`)).rejects.toThrow('The site returned 404.');
  await expect(visit(`${url}/text`)).rejects.toThrow('not a page of HTML');
  await expect(visit(`${url}/out`)).rejects.toThrow('not public');
  await expect(visit(`${url}/sitemap.xml`)).rejects.toThrow('not valid XML');
  await expect(visit(`${url}/`, { allowedHosts: [] })).rejects.toThrow('not public');
});
