import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { type LocalModel, loadModel, SchemaFault } from './llama.ts';

/** Runs one model and serves it with the chat-completions API on the loopback address. */

const [path = '', name = '', key = ''] = process.argv.slice(2);

const asked = z.object({
  messages: z
    .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .min(1)
    .max(200),
  stream: z.boolean().default(false),
  temperature: z.number().min(0).max(2).default(0.7),
  max_tokens: z.number().int().min(1).max(4096).default(400),
  tools: z.array(z.unknown()).optional(),
  response_format: z
    .object({ json_schema: z.object({ schema: z.looseObject({}) }) })
    .optional()
    .catch(undefined),
});
type Asked = z.output<typeof asked>;

/** One reply is generated at a time; more would make each slower than speech. */
const mostWaiting = 4;
const maxBodyBytes = 1_000_000;
const aliveEveryMs = 1000;

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Runs the work after all earlier work. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting) throw new Refused(429, 'The model of this server is busy with other conversations.');
  waiting += 1;
  const mine = last.then(work, work);
  last = mine.catch(() => {});
  try {
    return await mine;
  } finally {
    waiting -= 1;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Asked> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > maxBodyBytes) throw new Refused(413, 'The request is too long.');
  }
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    throw new Refused(400, 'The body is not JSON.');
  }
  const read = asked.safeParse(body);
  // Tools come first: the client then asks without them, in a form that fits the rest of the schema.
  if (typeof body === 'object' && body !== null && 'tools' in body)
    throw new Refused(400, 'Models of this server do not support tools.');
  if (!read.success) throw new Refused(400, z.prettifyError(read.error));
  return read.data;
}

async function complete(model: LocalModel, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const left = new AbortController();
  response.once('close', () => left.abort());
  const chunk = (fields: object): void => {
    // Not before the reply begins: until then the request may be refused.
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', model: name, ...fields })}\n\n`);
  };
  await inTurn(async () => {
    if (left.signal.aborted) return;
    const { messages, temperature, max_tokens: maxTokens, response_format: format } = body;
    const reply = await model.reply({
      messages,
      temperature,
      maxTokens,
      schema: format?.json_schema.schema,
      signal: left.signal,
      onText: (text) => {
        if (body.stream) chunk({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] });
      },
    });
    const usage = {
      prompt_tokens: reply.promptTokens,
      completion_tokens: reply.completionTokens,
      total_tokens: reply.promptTokens + reply.completionTokens,
    };
    const reason = reply.isCut ? 'length' : 'stop';
    if (!body.stream) {
      const message = { role: 'assistant', content: reply.text };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ model: name, choices: [{ index: 0, message, finish_reason: reason }], usage }));
      return;
    }
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
    chunk({ choices: [], usage });
    response.end('data: [DONE]\n\n');
  });
}

function refuse(response: ServerResponse, error: unknown): void {
  const status = error instanceof Refused ? error.status : error instanceof SchemaFault ? 400 : 500;
  const message = error instanceof Error ? error.message : String(error);
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
}

const model = await loadModel(path);
const server = createServer((request, response) => {
  if (request.headers.authorization !== `Bearer ${key}`) return refuse(response, new Refused(401, 'Wrong key.'));
  if (request.method === 'GET' && request.url === '/v1/models') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: [{ id: name }] }));
    return;
  }
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
    return refuse(response, new Refused(404, 'Nothing exists at this path.'));
  complete(model, request, response).catch((error: unknown) => refuse(response, error));
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
setInterval(() => process.send?.({ alive: true }), aliveEveryMs);
