import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { type LocalModel, loadModel, SchemaFault } from './llama.ts';
import { promptOwnerIn } from './prompt-owner.ts';

/** Runs one model and serves it with the chat-completions API on the loopback address. */

const [path = '', name = '', key = ''] = process.argv.slice(2);

const text = z.string();
/** Small models that choose freely among words call the wrong tools, or none. */
const steady = 0.3;
const asked = z.object({
  messages: z
    .array(
      z.discriminatedUnion('role', [
        z.object({ role: z.enum(['system', 'user']), content: text }),
        z.object({
          role: z.literal('assistant'),
          content: text.nullish(),
          tool_calls: z
            .array(z.object({ id: text, function: z.object({ name: text, arguments: text }) }))
            .max(100)
            .optional(),
        }),
        z.object({ role: z.literal('tool'), content: text, tool_call_id: text }),
      ]),
    )
    .min(1)
    .max(200),
  stream: z.boolean().default(false),
  temperature: z.number().min(0).max(2).default(steady),
  max_tokens: z.number().int().min(1).max(4096).default(400),
  tools: z
    .array(
      z.object({
        function: z.object({
          name: text.regex(/^[\w-]{1,64}$/),
          description: text.optional(),
          parameters: z.looseObject({}).optional(),
        }),
      }),
    )
    .max(128)
    .default([]),
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

const randomId = (): string => randomBytes(9).toString('base64url');

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
  if (!read.success) throw new Refused(400, z.prettifyError(read.error));
  return read.data;
}

async function complete(model: LocalModel, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const left = new AbortController();
  response.once('close', () => left.abort());
  const about = { id: `chatcmpl-${randomId()}`, created: Math.floor(Date.now() / 1000), model: name };
  const chunk = (fields: object): void => {
    // Not before the reply begins: until then the request may be refused.
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', ...fields })}\n\n`);
  };
  const piece = (fields: object, finish: string | null = null): void => {
    // Clients take the role from the first piece.
    const role = response.headersSent ? {} : { role: 'assistant' };
    if (body.stream) chunk({ choices: [{ index: 0, delta: { ...role, ...fields }, finish_reason: finish }] });
  };
  await inTurn(async () => {
    if (left.signal.aborted) return;
    const { messages, temperature, max_tokens: maxTokens, response_format: format } = body;
    const calls: object[] = [];
    const reply = await model.reply({
      owner: promptOwnerIn(request.headers),
      messages,
      tools: body.tools.map(({ function: tool }) => tool),
      temperature,
      maxTokens,
      schema: format?.json_schema.schema,
      signal: left.signal,
      onText: (content) => piece({ content }),
      onCall: ({ name: tool, arguments: args }) => {
        const called = { name: tool, arguments: JSON.stringify(args) };
        const call = { id: `call_${randomId()}`, type: 'function', function: called };
        piece({ tool_calls: [{ index: calls.length, ...call }] });
        calls.push(call);
      },
    });
    const usage = {
      prompt_tokens: reply.promptTokens,
      completion_tokens: reply.completionTokens,
      total_tokens: reply.promptTokens + reply.completionTokens,
    };
    const reason = reply.isCut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop';
    if (!body.stream) {
      const message = { role: 'assistant', content: reply.text, ...(calls.length > 0 && { tool_calls: calls }) };
      response.writeHead(200, { 'content-type': 'application/json' });
      const choices = [{ index: 0, message, finish_reason: reason }];
      response.end(JSON.stringify({ ...about, object: 'chat.completion', choices, usage }));
      return;
    }
    piece({}, reason);
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
