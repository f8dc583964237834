import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { sendXml, xmlTypes } from '../../../http/content-types.ts';
import { formPartsOf } from '../../../http/forms.ts';
import { viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { type ProviderModule, providerCallId } from '../../../telephony/index.ts';
import { publicAddressMissing } from '../calls/index.ts';
import type { HumanCallback } from './progress.ts';
import * as schema from './schema.ts';
import type { ClickResult, ClickToCall } from './service.ts';

export function registerClickToCallRoutes(app: FastifyInstance, clickToCall: ClickToCall): void {
  app.route<{ Params: z.output<typeof schema.contactUuid> }>({
    method: 'POST',
    url: '/api/voice/customers/:uuid/calls',
    config: {
      access: { scopes: ['voice:calls:write'] },
      errors: {
        bad_request: 'You have no phone number, or the public address of this server is not set.',
        forbidden: 'The contact has opted out of calls.',
        conflict: 'You or the contact are already in a call.',
        unavailable: 'No telephony provider is connected, or it rejected the call.',
      },
    },
    schema: {
      summary:
        'Calls a contact from your own phone: your phone rings first, and the contact is dialled when you answer.',
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
      return new Problem('not_found', `Contact ${uuid} does not exist.`);
    case 'no_number':
      return new Problem('bad_request', 'You have no phone number yet. Ask an admin to add one.');
    case 'no_base':
      return new Problem('bad_request', publicAddressMissing);
    case 'opted_out':
      return new Problem('forbidden', 'This contact has opted out of calls.');
    case 'in_call':
      return new Problem('conflict', 'You or the contact are already in a call.');
    default:
      return new Problem('unavailable', result.detail);
  }
}

type Hook = { Params: z.output<typeof schema.hookParams> };

const open = {
  method: ['GET', 'POST'] as string[],
  config: {
    access: 'public' as const,
    limit: 'none' as const,
    errors: {
      forbidden: 'The signature does not match the account of the call.',
      not_found: 'The call does not exist.',
    },
  },
};

/** Registers the callbacks for calls between two people; `forms` accepts urlencoded bodies. */
export function registerClickToCallHooks(
  forms: FastifyInstance,
  clickToCall: ClickToCall,
  provider: ProviderModule,
): void {
  const { bridge, hangUp } = provider.documents;
  const { canBridgePeople } = provider.capabilities;
  if (canBridgePeople === false || canBridgePeople === 'here') return;
  const url = `/api/voice/webhooks/${provider.name}/click-to-call`;
  const { fields } = provider.callbacks;
  if (canBridgePeople === 'document' && bridge !== undefined && hangUp !== undefined)
    forms.route<Hook>({
      ...open,
      url: `${url}/answer/:call_uuid`,
      schema: {
        summary:
          'Provider callback when the teammate answers: dials the customer, or hangs up when the call is unknown.',
        tags: ['telephony'],
        params: schema.hookParams,
        fields,
        answers: xmlTypes,
      },
      handler: async (request, reply) => {
        const document = await clickToCall.answered(callbackOf(request, provider));
        return sendXml(reply, document ?? hangUp());
      },
    });

  forms.route<Hook>({
    ...open,
    url: `${url}/status/:call_uuid`,
    schema: {
      summary: 'Provider callback with the status of a click-to-call call.',
      tags: ['telephony'],
      params: schema.hookParams,
      fields,
      response: { 200: schema.received },
    },
    handler: async (request) => {
      const isKnown = await clickToCall.status(callbackOf(request, provider));
      if (!isKnown) throw new Problem('not_found', 'The call does not exist.');
      return { status: 'received' };
    },
  });
}

/** Merges query and body of a callback; the body takes precedence. */
function callbackOf(request: FastifyRequest<Hook>, { name: dialect, callbacks }: ProviderModule): HumanCallback {
  const [query, body] = formPartsOf(request);
  const fields: Record<string, unknown> = { ...(query as object), ...(body as object) };
  for (const part of [query, body]) {
    const invalid = callbacks.fields.safeParse(part).error?.issues[0];
    if (invalid !== undefined) throw new Problem('bad_request', `${String(invalid.path[0])} has an unsupported value.`);
  }
  const id = providerCallId.safeParse(callbacks.names(fields).providerCallId);
  if (!id.success) throw new Problem('bad_request', `${callbacks.idField} must name the call.`);
  return { dialect, callUuid: request.params.call_uuid, providerCallId: id.data, fields };
}
