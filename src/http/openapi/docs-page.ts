import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { docsPolicy } from '../security-headers.ts';

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API of Parley</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/swagger-ui.css"><link rel="stylesheet" href="/docs/page.css"></head>
<body><noscript>This page needs JavaScript; the description itself is <a href="/openapi.json">here</a>.</noscript>
<header class="top"><a href="/">Parley</a> <span>API</span> <a href="/help/api">Help</a></header>
<div id="api"></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/page.js"></script></body></html>`;

/** The credential that a reader enters stays in the memory of the page. */
const script = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  showExtensions: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();`;

const style = `body { margin: 0 }
.top { display: flex; gap: 12px; padding: 14px 24px; font: 600 16px system-ui, sans-serif; background: #0b7f87; color: #fff }
.top a { color: #fff }
.top a:last-child { margin-inline-start: auto }
@media (prefers-color-scheme: dark) { body { background: #1c2022 } }`;

const securitySchemes: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  'page.js': { type: 'text/javascript', text: script },
  'page.css': { type: 'text/css', text: style },
};

const served: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
};

/** Serves `/docs`: interactive API documentation, loaded entirely from this server. */
export function registerDocsPage(app: FastifyInstance): void {
  const path = (name: string): string => createRequire(import.meta.url).resolve(`@fastify/swagger-ui/static/${name}`);
  const config = { access: 'public', limit: { perMinute: 3000 } } as const;

  app.route({
    method: 'GET',
    url: '/docs',
    config,
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('content-security-policy', docsPolicy).send(html),
  });
  for (const [name, { type, text }] of Object.entries(securitySchemes)) file(name, type, () => text);
  for (const [name, type] of Object.entries(served)) file(name, type, () => readFileSync(path(name), 'utf8'));

  function file(name: string, type: string, read: () => string): void {
    let text: string | undefined;
    app.route({
      method: 'GET',
      url: `/docs/${name}`,
      config,
      schema: { hide: true },
      handler: async (_request, reply) => {
        text ??= read();
        return reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text);
      },
    });
  }
}
