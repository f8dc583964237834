import type { FastifyInstance } from 'fastify';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { OutboundRequests, RequestResult } from './place-call.ts';
import * as schema from './place-call-schema.ts';

export function registerOutboundCallRoutes(app: FastifyInstance, requests: OutboundRequests): void {
  app.route<{ Body: schema.CallBody }>({
    method: 'POST',
    url: '/v1/calls',
    config: {
      access: { scopes: ['voice:calls:write'] },
      limit: { perMinute: 30, ofOrganisation: 120 },
      errors: {
        forbidden: 'The contact has opted out of calls or is not assigned to you.',
        not_found: 'The campaign does not exist.',
        unavailable: 'No telephony provider is connected, the server is at capacity, or the disk is full.',
      },
    },
    schema: {
      summary: 'Places a call for an outbound campaign immediately. Poll the call record for its progress.',
      tags: ['calls'],
      body: schema.callBody,
      response: { 202: schema.callAnswer },
    },
    handler: async (request, reply) => {
      const { to, campaign_id } = request.body;
      const viewer = { organisationId: organisationOf(request), userUuid: userOf(request) };
      const result = await requests.request(viewer, request.body);
      if (result.kind !== 'dialing') throw refused(result, campaign_id);
      return reply.code(202).send({ call_uuid: result.callUuid, status: 'dialing', to, campaign_id });
    },
  });
}

function refused(result: Exclude<RequestResult, { kind: 'dialing' }>, campaign: string): Problem {
  switch (result.kind) {
    case 'no_campaign':
      return new Problem('not_found', `Campaign ${campaign} does not exist.`);
    case 'inbound_campaign':
      return new Problem('bad_request', `Campaign ${campaign} is inbound and cannot place calls.`);
    case 'opted_out':
      return new Problem('forbidden', 'This contact has opted out of calls.');
    case 'hidden':
      return new Problem('forbidden', result.detail);
    case 'invalid':
      return new Problem('bad_request', result.detail);
    case 'busy':
      return new Problem('unavailable', 'The server is at capacity. Try again shortly.', { 'retry-after': '5' });
    case 'none':
      return new Problem(result.reason === 'public_base_url_missing' ? 'bad_request' : 'unavailable', result.detail);
  }
}
