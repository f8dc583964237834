import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import { responseXml } from '../../telephony-providers/index.ts';
import * as schema from './schema.ts';
import type { ClickResult, ClickToCall, HumanCallback } from './service.ts';

export function registerClickToCallRoutes(app: FastifyInstance, clickToCall: ClickToCall): void {
  app.route<{ Params: z.output<typeof schema.contactUuid> }>({
    method: 'POST',
    url: '/api/voice/customers/:uuid/calls',
    config: {
      access: { scopes: ['voice:calls:write'] },
      errors: {
        bad_request: 'You have no number, or PUBLIC_BASE_URL is not set.',
        forbidden: 'The contact has opted out of calls.',
        conflict: 'You or the contact are in a call already.',
        unavailable: 'No telephony provider is connected, or it does not take the call.',
      },
    },
    schema: {
      summary: 'Calls a contact as a person: your own phone rings first, and the contact is dialled once you pick up.',
      tags: ['calls'],
      params: schema.contactUuid,
      response: { 200: schema.clickAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const result = await clickToCall.call(viewerOf(request), uuid);
      if (result.kind !== 'dialing') throw refused(result, uuid);
      return { call_uuid: result.callUuid, status: 'dialing', to: result.to, from_number: result.from };
    },
  });
}

function refused(result: Exclude<ClickResult, { kind: 'dialing' }>, uuid: string): Problem {
  switch (result.kind) {
    case 'unknown_contact':
      return new Problem('not_found', `There is no contact ${uuid}.`);
    case 'no_number':
      return new Problem('bad_request', 'You have no number yet: an admin can give you one.');
    case 'no_base':
      return new Problem('bad_request', 'PUBLIC_BASE_URL is not set.');
    case 'opted_out':
      return new Problem('forbidden', 'This contact has opted out of calls.');
    case 'in_call':
      return new Problem('conflict', 'You or the contact are in a call already.');
    default:
      return new Problem('unavailable', result.detail);
  }
}

type Hook = { Params: z.output<typeof schema.hookParams> };

const open = {
  method: ['GET', 'POST'] as string[],
  config: {
    ...{ access: 'public' as const, limit: 'none' as const },
    errors: {
      forbidden: 'The callback is signed, and not by the account whose call it is about.',
      not_found: 'No call has this id.',
    },
  },
};
const hooks = (dialect: HumanCallback['dialect']): string => `/api/voice/webhooks/${dialect}/click-to-call`;

/** What the provider calls; `forms` takes urlencoded ones. */
export function registerClickToCallHooks(forms: FastifyInstance, clickToCall: ClickToCall): void {
  forms.route<Hook>({
    ...open,
    url: `${hooks('telephony_a')}/answer/:call_uuid`,
    schema: {
      summary: 'The teammate picked up: the customer is dialled, or it is hung up where there is no such call.',
      tags: ['telephony'],
      params: schema.hookParams,
      fields: schema.hookFieldsOf.telephony_a,
      answers: ['application/xml'],
    },
    handler: async (request, reply) => {
      const document = await clickToCall.answered(callbackOf(request, 'telephony_a'));
      return reply.type('application/xml; charset=utf-8').send(document ?? responseXml({ Hangup: '' }));
    },
  });

  for (const dialect of ['telephony_a', 'telephony_b'] as const) {
    forms.route<Hook>({
      ...open,
      url: `${hooks(dialect)}/status/:call_uuid`,
      schema: {
        summary: 'How a call of a person goes on, and how it ended.',
        tags: ['telephony'],
        params: schema.hookParams,
        fields: schema.hookFieldsOf[dialect],
        response: { 200: schema.received },
      },
      handler: async (request) => {
        const isKnown = await clickToCall.status(callbackOf(request, dialect));
        if (!isKnown) throw new Problem('not_found', 'There is no such call.');
        return { status: 'received' };
      },
    });
  }
}

/** Query and body of a callback together; the body wins. */
function callbackOf(request: FastifyRequest<Hook>, dialect: HumanCallback['dialect']): HumanCallback {
  const fields: Record<string, unknown> = { ...(request.query as object), ...((request.body ?? {}) as object) };
  const idField = dialect === 'telephony_a' ? 'CallUUID' : 'CallSid';
  const id = schema.providerCallId.safeParse(fields[idField]);
  if (!id.success) throw new Problem('bad_request', `${idField} must name the call.`);
  return { dialect, callUuid: request.params.call_uuid, providerCallId: id.data, fields };
}
