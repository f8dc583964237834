#!/usr/bin/env node
/**
 * Serves two pages of a website that is not Parley's: / has the widget in one line of HTML, /own an interface of its own
 * made with the client package (client/dist, after `npm run build`).
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const usage = `Usage: node examples/website.mjs --agent KEY [--server http://127.0.0.1:8080] [--port 3000]

  --agent   the key on the agent's page in the console, section Website; allow http://127.0.0.1:3000 there
  --server  address of Parley
  --port    port of these pages; 0 for any free one`;

const { values } = parseArgs({
  options: {
    agent: { type: 'string' },
    server: { type: 'string', default: 'http://127.0.0.1:8080' },
    port: { type: 'string', default: '3000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || values.agent === undefined) {
  console.error(usage);
  process.exit(values.help ? 0 : 1);
}

const { agent, server } = values;
const folder = fileURLToPath(new URL('.', import.meta.url));
const clientFolder = fileURLToPath(new URL('../client/dist', import.meta.url));
const pages = { '/': 'website.html', '/own': 'website-own.html' };

const site = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const page = pages[path];
  try {
    if (page !== undefined) {
      const html = await readFile(join(folder, page), 'utf8');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(html.replaceAll('SERVER', server).replaceAll('KEY', agent));
    } else if (path.startsWith('/client/') && extname(path) === '.js') {
      const script = await readFile(join(clientFolder, normalize(path.slice('/client/'.length))));
      response.setHeader('content-type', 'text/javascript');
      response.end(script);
    } else response.writeHead(404).end();
  } catch {
    response.writeHead(404).end();
  }
});
site.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${site.address().port}/ has the widget, and /own an interface of its own`);
});
