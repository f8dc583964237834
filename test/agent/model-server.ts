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
  | { readonly do: 'finish' }
  /** Closes the socket. */
  | { readonly do: 'cut' }
  | { readonly do: 'fail'; readonly status: number; readonly body: string };

interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly stream: boolean;
    readonly messages: readonly {
      role: string;
      content: string | null;
      tool_calls?: readonly { id: string }[];
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
  close(): Promise<void>;
}

export const says = (...pieces: readonly string[]): readonly Step[] => [
  ...pieces.map((text): Step => ({ do: 'say', text })),
  { do: 'finish' },
];

export async function openModelServer(): Promise<ModelServer> {
  const asked: Asked[] = [];
  let scripts: (readonly Step[])[] = [];

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
    asked.push({ headers: request.headers, body: JSON.parse(body), dropped });
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
        send({}, tools > 0 ? 'tool_calls' : 'stop');
        response.end('data: [DONE]\n\n');
        return;
      case 'cut':
        response.destroy();
        return;
      case 'fail':
        response.writeHead(step.status, { 'content-type': 'application/json' }).end(step.body);
        return;
    }
  }
}
