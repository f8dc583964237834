import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readByAnyOrigin } from './cors.ts';
import { consolePolicy, docsPolicy } from './security-headers.ts';

export interface ConsoleOptions {
  /** Folder of the built console, which may be absent and appear later. */
  readonly dir: string;
  /** URL at which programs elsewhere reach the server; undefined for the address from which the page was loaded. */
  readonly publicUrl?: () => string | undefined;
  /** Returns the ws(s) origin to which the page may connect. */
  readonly mediaOrigin: (request: FastifyRequest) => string | undefined;
}

/** Placeholder in the built page, replaced by a fresh nonce in every response. */
const noncePlaceholder = '__CSP_NONCE__';

/** Placeholder in the built page, replaced by `publicUrl`. */
const publicUrlPlaceholder = '__PUBLIC_URL__';

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Parley</title>
<h1>The console is not built</h1><p>The server is running. Run <code>npm run build</code> (<code>npm start</code> does it
by itself) and reload this page.</p></html>`;

const notPages = /^\/(api|v1|media|health|openapi\.json)(\/|$)/;

/** Script of the websites on which agents are. Its address stands in their pages, and its contents change. */
const widgetFile = 'widget.js';
const widgetSeconds = 600;

/** Pages of the help have no ending in their address. */
const helpPage = /^\/help(\/[a-z0-9/-]*)?$/i;

/**
 * Serves the console: its files, and its page for every other path without a route. Public, because users log in on the
 * page; it contains no data.
 */
export function registerConsole(app: FastifyInstance, options: ConsoleOptions): void {
  app.route({
    method: 'GET',
    url: '/*',
    config: { access: 'public', limit: { perMinute: 3000 } },
    schema: { hide: true },
    handler: async (request, reply) => {
      const path = request.url.split('?')[0] as string;
      if (notPages.test(path)) return reply.callNotFound();
      const file = await fileOf(
        options.dir,
        helpPage.test(path) ? `${path.replace(/^\/help\/?$/, '/help/index')}.html` : path,
      );
      if (file === undefined) {
        return extname(path) === '' || path === '/index.html'
          ? sendPage(request, reply, options)
          : reply.callNotFound();
      }
      if (file.startsWith('help/')) reply.header('content-security-policy', docsPolicy);
      const hashed = path.startsWith('/assets/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (hashed || file === widgetFile) varyByEncoding(reply);
      if (file === widgetFile)
        reply.headers(readByAnyOrigin).header('cache-control', `public, max-age=${widgetSeconds}`);
      return reply.sendFile(file, options.dir, { cacheControl: false });
    },
  });
}

/** Hashed files are also stored compressed, and a shared cache has to distinguish the two forms. */
function varyByEncoding(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others === undefined ? 'accept-encoding' : `${others}, accept-encoding`);
}

async function fileOf(dir: string, urlPath: string): Promise<string | undefined> {
  const path = normalize(decodePath(urlPath)).replace(/^\/+/, '');
  if (path === '' || path === 'index.html' || path.startsWith('..') || path.includes('\0')) return undefined;
  const stats = await stat(join(dir, path)).catch(() => undefined);
  return stats?.isFile() ? path : undefined;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, options: ConsoleOptions): Promise<FastifyReply> {
  const html = await readFile(join(options.dir, 'index.html'), 'utf8').catch(() => undefined);
  const nonce = randomBytes(16).toString('base64');
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
  reply.header('content-security-policy', consolePolicy(options.mediaOrigin(request), nonce));
  if (html === undefined) return reply.code(503).send(notBuilt);
  const publicUrl = (options.publicUrl?.() ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return reply.send(html.replaceAll(noncePlaceholder, nonce).replaceAll(publicUrlPlaceholder, () => publicUrl));
}
