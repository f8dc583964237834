import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AskApi, answerMcp } from './server.ts';
import { endpointTools } from './tools.ts';

/** JSON-RPC, which the library validates and answers in its own form. */
const message = z.looseObject({ jsonrpc: z.literal('2.0') });
const body = z.union([message, z.array(message).min(1).max(20)]);

/** Headers from which the API tells who sends a request, and from where. */
const senderHeaders = ['authorization', 'host', 'origin', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'];

export function registerMcpEndpoint(app: FastifyInstance, { version }: { readonly version: string }): void {
  app.route<{ Body: z.output<typeof body> }>({
    method: 'POST',
    url: '/mcp',
    config: { access: { anyScope: true }, limit: { perMinute: 120 }, audit: 'none' },
    schema: {
      summary: 'Answers programs that speak MCP (Streamable HTTP, without sessions).',
      description:
        'Tools list and search calls, read transcripts and reports, and place calls, each with the scope and the limits of the operation that it stands for. A key sees the tools of its scopes.',
      tags: ['server'],
      body,
      response: { 200: z.unknown(), 202: z.null() },
    },
    handler: async (request, reply) => {
      const scopes = request.identity?.scopes ?? [];
      const tools = endpointTools.filter(({ scope }) => scopes.includes(scope));
      const response = await answerMcp({ tools, askApi: askApiOf(app, request), version, body: request.body });
      const text = await response.text();
      if (response.status === 202 || text === '') return reply.code(202).send(null);
      return reply.code(200).send(JSON.parse(text));
    },
  });
}

/** The inner request comes from the same sender, so that every check and limit of its operation applies. */
const askApiOf =
  (app: FastifyInstance, { headers, socket }: FastifyRequest): AskApi =>
  async ({ method, url, query, payload }) => {
    const sent = Object.fromEntries(
      senderHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
    );
    const remoteAddress = socket.remoteAddress ?? '';
    const answer = await app.inject({
      method,
      url,
      headers: sent,
      remoteAddress,
      ...(query !== undefined && { query: { ...query } }),
      ...(payload !== undefined && { payload }),
    });
    return { status: answer.statusCode, body: answer.body };
  };
