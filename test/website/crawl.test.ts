import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpClient } from '../../src/http-client/index.ts';
import { crawl, type KnownPage, type Site, type SitePage, withoutRepeated } from '../../src/website/index.ts';

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
  readonly nowMs?: () => number;
}

async function visit(url: string, { known = [], ...options }: Visit = {}): Promise<SitePage[]> {
  const { maxDepth = 3, maxPages = 50, maxBytes = 100_000, deadlineMs = 5000, nowMs = () => 0 } = options;
  const client = createHttpClient({ allowedHosts: options.allowedHosts ?? ['127.0.0.1'] });
  const pages = await crawl({
    site: { url, maxDepth, maxPages },
    fetch: client.fetchWithin({ deadlineMs, maxBytes }),
    earlierPages: new Map<string, KnownPage>(known.map((page) => [page.url, page])),
    signal: new AbortController().signal,
    nowMs,
    onProgress: async () => {},
  });
  return withoutRepeated(pages);
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

test('a compressed sitemap is read, without what the site or its address excludes', async () => {
  const { url, requested } = await openSite({
    '/robots.txt': (_request, response) => response.end('User-agent: *\nDisallow: /secret\n'),
    '/sitemap.xml.gz': (request, response) => {
      const paths = ['/secret/a', '/file.pdf', '/one#top', '/one', `/${'x'.repeat(3000)}`];
      const here = paths.map((path) => `<url><loc> http://${request.headers.host}${path} </loc></url>`);
      response.end(gzipSync(`<urlset>${here.join('')}<url><loc>http://example.com/out</loc></url></urlset>`));
    },
    '/one': html('<p>One.</p>'),
  });
  expect((await visit(`${url}/sitemap.xml.gz`)).map(textOf)).toEqual(['One.']);
  expect(requested).toEqual(['/robots.txt', '/sitemap.xml.gz', '/one']);
});

test('pages are in the order of their links, whichever arrives first', async () => {
  let finishFirst = (): void => {};
  const { url } = await openSite({
    '/': html('<p>Start.</p><nav><a href="/a">a</a><a href="/b">b</a></nav>'),
    '/a': (request, response) => {
      finishFirst = () => html('<p>A.</p><nav><a href="/of-a">a</a></nav>')(request, response);
    },
    '/b': (request, response) => {
      response.once('close', () => finishFirst());
      html('<p>B.</p><nav><a href="/of-b">b</a></nav>')(request, response);
    },
    '/of-a': html('<p>Of A.</p>'),
    '/of-b': html('<p>Of B.</p>'),
  });
  expect(pathsOf(await visit(`${url}/`))).toEqual(['/', '/a', '/b', '/of-a', '/of-b']);
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

test('addresses that only look new are visited a bounded number of times', async () => {
  const trap: Answer = (request, response) => {
    const links = Array.from({ length: 30 }, (_, n) => `<a href="${request.url?.replace(/\/$/, '')}/${n}">n</a>`);
    html(`<p>The same.</p><nav>${links.join('')}</nav>`)(request, response);
  };
  const requested = { count: 0 };
  const site = await openSite(new Proxy<Record<string, Answer>>({}, { get: (_, path) => answerAt(String(path)) }));
  function answerAt(path: string): Answer | undefined {
    if (path === '/robots.txt') return undefined;
    requested.count += 1;
    return trap;
  }
  expect(await visit(`${site.url}/`, { maxDepth: 10, maxPages: 5 })).toHaveLength(1);
  expect(requested.count).toBeLessThanOrEqual(50);
});

test('a visit ends in time with the pages that it has', async () => {
  let minutes = 0;
  const slow: Answer = (request, response) => {
    minutes += 15;
    html(`<p>Page ${request.url}.</p><nav><a href="${request.url}x">next</a></nav>`)(request, response);
  };
  const { url } = await openSite(Object.fromEntries(['/', '/x', '/xx', '/xxx'].map((path) => [path, slow])));
  expect(pathsOf(await visit(`${url}/`, { maxDepth: 10, nowMs: () => minutes * 60_000 }))).toEqual(['/', '/x']);
});

test('redirects lead neither to other sites nor to what the site excludes', async () => {
  const inside = await openSite({ '/': html('<p>Inside.</p>') });
  const { url, requested } = await openSite({
    '/robots.txt': (_request, response) => response.end('User-agent: *\nDisallow: /secret\n'),
    '/': html('<p>Start.</p><nav><a href="/out">o</a><a href="/in">i</a><a href="/moved">m</a></nav>'),
    '/out': redirect(`${inside.url}/`),
    '/in': redirect('/secret'),
    '/secret': html('<p>Secret.</p>'),
    '/moved': redirect('/new'),
    '/new': html('<p>New.</p>'),
    '/sitemap.xml': redirect(`${inside.url}/`),
  });
  expect((await visit(`${url}/`)).map(textOf)).toEqual(['Start.', 'New.']);
  await expect(visit(`${url}/out`)).rejects.toThrow('leads to another site');
  await expect(visit(`${url}/in`)).rejects.toThrow('does not allow programs to read');
  await expect(visit(`${url}/sitemap.xml`)).rejects.toThrow('cannot be loaded');
  expect([inside.requested, requested.includes('/secret')]).toEqual([[], false]);
});

/** Kills the process of this test that parses a website. */
function killParser(): void {
  const tasks = `/proc/${process.pid}/task`;
  const children = readdirSync(tasks).flatMap((task) =>
    readFileSync(`${tasks}/${task}/children`, 'utf8').trim().split(' '),
  );
  for (const pid of children.filter(Boolean))
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('site-child')) process.kill(Number(pid), 'SIGKILL');
}

test.runIf(process.platform === 'linux')('a parser that dies between two pages is replaced', async () => {
  const { url } = await openSite({
    '/': html('<p>Start.</p><nav><a href="/a">a</a></nav>'),
    '/a': (request, response) => {
      killParser();
      html('<p>A.</p>')(request, response);
    },
  });
  expect((await visit(`${url}/`)).map(textOf)).toEqual(['Start.', 'A.']);
});

test('rules and sitemaps that use up a process fail the visit and nothing else', async () => {
  const [agents, rules] = ['User-agent: a\n'.repeat(12_000), 'Allow: /\n'.repeat(30_000)];
  const { url } = await openSite({
    '/robots.txt': (_request, response) => response.end(agents + rules),
    '/': html('<p>Start.</p>'),
  });
  await expect(visit(`${url}/`, { maxBytes: 1_000_000 })).rejects.toThrow('robots.txt of the site takes too much');
  const bomb = await openSite({
    '/sitemap.xml.gz': (_request, response) => response.end(gzipSync(Buffer.alloc(60 * 2 ** 20, ' '))),
  });
  await expect(visit(`${bomb.url}/sitemap.xml.gz`)).rejects.toThrow('damaged or too large');
});

test('a start that cannot be read says why', async () => {
  const { url } = await openSite({
    '/text': (_request, response) => void response.setHeader('content-type', 'text/plain').end('x'),
    '/out': redirect('http://localhost:1/'),
    '/sitemap.xml': (_request, response) => response.end('<urlset>'),
  });
  await expect(visit(`${url}/none`)).rejects.toThrow('The site returned 404.');
  await expect(visit(`${url}/text`)).rejects.toThrow('not a page of HTML');
  await expect(visit(`${url}/out`)).rejects.toThrow('leads to another site');
  await expect(visit(`${url}/sitemap.xml`)).rejects.toThrow('not valid XML');
  await expect(visit(`${url}/`, { allowedHosts: [] })).rejects.toThrow('not public');
});
