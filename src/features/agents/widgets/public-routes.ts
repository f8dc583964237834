import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { clientAddressOf } from '../../../http/limits/rate-limits.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Refusal, Replied, Visitor, Visits } from './visits.ts';

const tags = ['websites'];
const agentUrl = '/api/website/agents/:key';
const messagesUrl = '/api/website/chats/:uuid/messages';
/** Pages of any origin may read the responses, refusals included; `Origin` decides what is allowed. */
const open = { access: 'public', anyOrigin: true } as const;
const forbidden = 'The origin of the page is not allowed, or visitors may not do this.';
const tooMany = 'The visitor, or all visitors together, have reached a limit of the agent; `detail` names it.';

type OneKey = { Params: z.output<typeof schema.widgetKey> };
type OneChat = { Params: z.output<typeof schema.chatUuid>; Body: z.output<typeof schema.visitorMessage> };

export interface PublicWidgetRoutes {
  readonly visits: Visits;
  /** Returns the origin of this server for the sender of the request. */
  readonly ownOriginOf: (request: FastifyRequest) => string | undefined;
  /** Returns the address of a stream for the sender of the request; undefined if it cannot be derived. */
  readonly streamUrlOf: (
    request: FastifyRequest,
    token: string,
    mediaBaseUrl: string | undefined,
  ) => string | undefined;
}

/** Returns who sent a request, by its origin and address. */
const visitorFrom =
  (ownOriginOf: PublicWidgetRoutes['ownOriginOf']) =>
  (request: FastifyRequest): Visitor => {
    const ownOrigin = ownOriginOf(request);
    // Browsers omit the origin of a GET from a page of this server.
    const isOwn = request.headers['sec-fetch-site'] === 'same-origin';
    const origin = request.headers.origin ?? (isOwn ? ownOrigin : undefined);
    return { origin, ownOrigin, address: clientAddressOf(request) };
  };

/** Routes of the pages that contain the widget. */
export function registerPublicWidgetRoutes(app: FastifyInstance, options: PublicWidgetRoutes): void {
  const { visits, streamUrlOf } = options;
  const visitorOf = visitorFrom(options.ownOriginOf);

  app.route<OneKey>({
    method: 'GET',
    url: agentUrl,
    config: { ...open, limit: { perMinute: 60 }, errors: { forbidden } },
    schema: {
      summary: 'Returns the agent of a page, as its visitors know it.',
      tags,
      params: schema.widgetKey,
      response: { 200: schema.visibleAgent },
    },
    handler: async (request) => {
      const visitor = visitorOf(request);
      const visit = await visits.agent(request.params.key, visitor);
      if (visit.kind !== 'agent') throw refused(visit, visitor);
      return visit.agent;
    },
  });

  app.route<OneKey>({
    method: 'POST',
    url: `${agentUrl}/calls`,
    config: {
      ...open,
      limit: { perMinute: 60 },
      errors: { forbidden, too_many_requests: tooMany, unavailable: 'The server is at capacity.' },
    },
    schema: {
      summary: 'Offers a visitor of a website a call with the agent.',
      description: 'Only a page of the same origin can open the stream. It has the messages of a test call.',
      tags,
      params: schema.widgetKey,
      response: { 201: schema.websiteCall },
    },
    handler: async (request, reply) => {
      const visitor = visitorOf(request);
      const offered = await visits.call(request.params.key, visitor);
      if (offered.kind !== 'stream') throw refused(offered, visitor);
      const url = streamUrlOf(request, offered.token, offered.mediaBaseUrl);
      if (url === undefined) throw new Problem('bad_request', 'The Host header is invalid.');
      return reply.code(201).send({ ws_url: url });
    },
  });

  registerWebsiteChats(app, visits, visitorOf);
}

function registerWebsiteChats(
  app: FastifyInstance,
  visits: Visits,
  visitorOf: (request: FastifyRequest) => Visitor,
): void {
  app.route<OneKey>({
    method: 'POST',
    url: `${agentUrl}/chats`,
    config: {
      ...open,
      limit: { perMinute: 60 },
      errors: { forbidden, too_many_requests: tooMany, unavailable: 'The agent engine did not answer.' },
    },
    schema: {
      summary: 'Begins a written conversation of a visitor with the agent, and returns its greeting.',
      tags,
      params: schema.widgetKey,
      response: { 201: schema.websiteChat },
    },
    handler: async (request, reply) => {
      const visitor = visitorOf(request);
      const begun = await visits.chat(request.params.key, visitor);
      return reply.code(201).send(replied(begun, visitor));
    },
  });

  app.route<OneChat>({
    method: 'POST',
    url: messagesUrl,
    config: {
      ...open,
      limit: { perMinute: 60 },
      errors: {
        not_found: 'The conversation does not exist, is over, or began on a page of another origin.',
        conflict: 'The reply to the previous message is not ready.',
        unavailable: 'The agent engine did not answer. The conversation is over.',
      },
    },
    schema: {
      summary: 'Sends a message of a visitor, and returns the reply of the agent.',
      tags,
      params: schema.chatUuid,
      body: schema.visitorMessage,
      response: { 200: schema.websiteChat },
    },
    handler: async (request) => {
      const visitor = visitorOf(request);
      return replied(await visits.message(request.params.uuid, visitor, request.body.text), visitor);
    },
  });

  // A page of another origin asks before it sends JSON.
  app.route({
    method: 'OPTIONS',
    url: messagesUrl,
    config: { ...open, limit: 'none' },
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '7200',
        })
        .send(),
  });
}

function replied(chatted: Replied | Refusal, visitor: Visitor): schema.WebsiteChat {
  switch (chatted.kind) {
    case 'replied':
      return chatted.reply;
    case 'over':
      throw new Problem('not_found', 'This conversation is over. Begin a new one.');
    case 'waiting':
      throw new Problem('conflict', 'The agent is still preparing its reply to the previous message. Wait for it.');
    case 'failed':
      throw new Problem('unavailable', 'The agent did not answer. Begin a new conversation.');
    default:
      return refused(chatted, visitor);
  }
}

/** Throws why a visitor may not talk with the agent. The texts are read by those who build the page. */
function refused(refusal: Refusal, { origin }: Visitor): never {
  switch (refusal.kind) {
    case 'unknown':
      throw new Problem('not_found', 'No agent has this key, or its use on websites is switched off.');
    case 'origin':
      throw new Problem('forbidden', originRefusal(origin));
    case 'voice_off':
      throw new Problem('forbidden', 'Visitors of websites can write to this agent, but not call it.');
    case 'text_off':
      throw new Problem('forbidden', 'Visitors of websites can call this agent, but not write to it.');
    case 'too_often':
      throw limited('You have started too many conversations within a minute.', refusal.afterMs);
    case 'visitor_busy':
      throw limited('Your earlier conversations with this agent are still open. End one of them.', soonMs);
    case 'all_busy':
      throw new Problem('unavailable', 'The agent is talking with as many visitors as it may. Try again shortly.', {
        'retry-after': '10',
      });
    case 'day_over':
      throw limited('The agent has had all conversations that it may have today.', hourMs);
  }
}

const soonMs = 10_000;
const hourMs = 3_600_000;

const limited = (detail: string, afterMs: number): Problem =>
  new Problem('too_many_requests', `${detail} Try again later.`, { 'retry-after': String(Math.ceil(afterMs / 1000)) });

function originRefusal(origin: string | undefined): string {
  if (origin === undefined) return 'The request has no Origin header: only pages of websites may use this agent.';
  if (origin === 'null') return 'This page has no origin, as a file or a sandboxed frame: serve it from a website.';
  return `This agent may not be used on ${origin}. To allow it, add ${origin} on the agent's page in Parley, in the section Website.`;
}
