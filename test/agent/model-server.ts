import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One step of the server's handling of a request. */
export type Step =
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'call'; readonly id: string; readonly name: string; readonly arguments: string }
  | { readonly do: 'wait'; readonly ms: number }
  /** Keeps the connection open indefinitely. */
  | { readonly do: 'hang' }
  /** Ends the response as the protocol specifies. */
  | { readonly do: 'finish'; readonly reason?: string }
  /** Closes the socket. */
  | { readonly do: 'cut' }
  | {
      readonly do: 'fail';
      readonly status: number;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Sends a chunk with this delta. */
  | { readonly do: 'delta'; readonly delta: object }
  /** Sends these lines as they are, for chunks of another form. */
  | { readonly do: 'raw'; readonly lines: string }
  /** Answers at once with a complete JSON body. */
  | { readonly do: 'json'; readonly body: object };

/** Returns the sentence with which a server refuses a request; undefined if it accepts it. */
export type Refuse = (body: Asked['body'] & Readonly<Record<string, unknown>>) => string | undefined;

interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly stream: boolean;
    readonly messages: readonly {
      role: string;
      content: string | null;
      tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
      tool_call_id?: string;
    }[];
    readonly tools: readonly { function: { name: string; parameters: Record<string, unknown> } }[];
  };
  /** Resolves when the client closes the connection before the response is finished. */
  readonly dropped: Promise<void>;
}

/** A streaming chat-completions server that plays one script per request and repeats the last one. */
export interface ModelServer {
  readonly baseUrl: string;
  readonly asked: readonly Asked[];
  play(...scripts: readonly (readonly Step[])[]): void;
  /** Refuses requests from now on, with this status. Refused requests use no script. */
  refuse(status: number, refuse: Refuse): void;
  close(): Promise<void>;
}

export const says = (...pieces: readonly string[]): readonly Step[] => [
  ...pieces.map((text): Step => ({ do: 'say', text })),
  { do: 'finish' },
];

export async function openModelServer(): Promise<ModelServer> {
  const asked: Asked[] = [];
  let scripts: (readonly Step[])[] = [];
  let refusal: { readonly status: number; readonly refuse: Refuse } | undefined;

  const server = createServer(async (request, response) => {
    if (request.method === 'GET' && request.url === '/v1/models') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"served"}]}');
      return;
    }
    if (request.method !== 'POST') return void response.writeHead(404).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    const dropped = new Promise<void>((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      });
    });
    const parsed = JSON.parse(body);
    asked.push({ headers: request.headers, body: parsed, dropped });
    const message = refusal?.refuse(parsed);
    if (refusal !== undefined && message !== undefined) {
      response.writeHead(refusal.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message } }));
      return;
    }
    const script = scripts.length > 1 ? scripts.shift() : scripts[0];
    await perform(response, script ?? []);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    play: (...given) => {
      scripts = [...given];
    },
    refuse(status, refuse) {
      refusal = { status, refuse };
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function perform(response: ServerResponse, script: readonly Step[]): Promise<void> {
  let tools = 0;
  const send = (delta: object, finish: string | null = null): void => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = {
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: finish }],
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  for (const step of script) {
    switch (step.do) {
      case 'say':
        send({ content: step.text });
        await new Promise((resolve) => setImmediate(resolve));
        break;
      case 'call': {
        const index = tools++;
        const half = step.arguments.length >> 1;
        send({ tool_calls: [{ index, id: step.id, type: 'function', function: { name: step.name, arguments: '' } }] });
        send({ tool_calls: [{ index, function: { arguments: step.arguments.slice(0, half) } }] });
        send({ tool_calls: [{ index, function: { arguments: step.arguments.slice(half) } }] });
        break;
      }
      case 'wait':
        await new Promise((resolve) => setTimeout(resolve, step.ms));
        break;
      case 'hang':
        return;
      case 'finish':
        send({}, step.reason ?? (tools > 0 ? 'tool_calls' : 'stop'));
        response.end('data: [DONE]\n\n');
        return;
      case 'cut':
        response.destroy();
        return;
      case 'fail':
        response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers }).end(step.body);
        return;
      case 'delta':
        send(step.delta);
        await new Promise((resolve) => setImmediate(resolve));
        break;
      case 'raw':
        if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(step.lines);
        await new Promise((resolve) => setImmediate(resolve));
        break;
      case 'json':
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(step.body));
        return;
    }
  }
}
