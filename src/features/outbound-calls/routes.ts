import type { FastifyInstance } from 'fastify';
import { organisationOf, userOf } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import * as schema from './schema.ts';
import type { OutboundRequests, RequestResult } from './service.ts';

export function registerOutboundCallRoutes(app: FastifyInstance, requests: OutboundRequests): void {
  app.route<{ Body: schema.CallBody }>({
    method: 'POST',
    url: '/v1/calls',
    config: {
      access: { scopes: ['voice:calls:write'] },
      limit: { perMinute: 30 },
      errors: {
        forbidden: 'The contact has opted out of calls, or is not assigned to who asks.',
        not_found: 'There is no such campaign.',
        unavailable: 'No telephony provider is connected, no more calls are taken, or nothing can be stored now.',
      },
    },
    schema: {
      summary: 'Places a call in the name of an outbound campaign at once; how it goes on is told by its record.',
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
      return new Problem('not_found', `There is no campaign ${campaign}.`);
    case 'inbound_campaign':
      return new Problem('bad_request', `Campaign ${campaign} takes calls; it places none.`);
    case 'opted_out':
      return new Problem('forbidden', 'This contact has opted out of calls.');
    case 'hidden':
      return new Problem('forbidden', result.detail);
    case 'bad_contact':
      return new Problem('bad_request', result.detail);
    case 'busy':
      return new Problem('unavailable', 'No more calls are taken now; try again shortly.', { 'retry-after': '5' });
    case 'none':
      return new Problem(result.reason === 'public_base_url_missing' ? 'bad_request' : 'unavailable', result.detail);
  }
}
