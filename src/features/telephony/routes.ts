import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { registerForms } from '../../http/forms.ts';
import { type Addresses, addressedOf, streamUrl } from '../../http/media-address.ts';
import { Problem } from '../../http/problem.ts';
import { hangupXml, streamJson, streamXml } from './documents.ts';
import { callbackFields, received, streamAddress, telephonyACall, telephonyBCall } from './schema.ts';
import type { Callback, Telephony } from './service.ts';

export interface TelephonyRouteOptions {
  readonly telephony: Telephony;
  readonly addresses: Addresses;
  readonly httpPort: number;
  /** Rate in the stream address that telephony_b is given. */
  readonly telephonyBRateHz: number;
}

const hooks = '/api/voice/webhooks';
const busyHeaders = { 'retry-after': '5' };

const open = {
  method: ['GET', 'POST'] as string[],
  config: { access: 'public' as const, limit: 'none' as const },
};

/** Query and body of a callback together; the body wins. */
function fieldsOf(request: FastifyRequest): Record<string, unknown> {
  const query = callbackFields.safeParse(request.query);
  const body = callbackFields.safeParse(request.body ?? {});
  if (!query.success || !body.success) throw new Problem('bad_request', 'The callback has no readable fields.');
  return { ...query.data, ...body.data };
}

function read<T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> {
  const parsed = schema.safeParse(fieldsOf(request));
  if (parsed.success) return parsed.data;
  throw new Problem('bad_request', `${String(parsed.error.issues[0]?.path[0])} is not what a provider sends.`);
}

export function registerTelephonyRoutes(app: FastifyInstance, options: TelephonyRouteOptions): void {
  registerForms(app, (forms) => {
    registerTelephonyAAnswer(forms, options);
    registerTelephonyBAnswer(forms, options);
    registerCallback(forms, options.telephony, 'telephony_a', 'hangup');
    registerCallback(forms, options.telephony, 'telephony_a', 'status');
    registerCallback(forms, options.telephony, 'telephony_a', 'stream-status');
    registerCallback(forms, options.telephony, 'telephony_b', 'status');
  });
}

function registerTelephonyAAnswer(app: FastifyInstance, options: TelephonyRouteOptions): void {
  const { telephony, addresses } = options;
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const fields = read(telephonyACall, request);
    const from = addressedOf(request, options.httpPort);
    const media = addresses.media(from);
    const base = addresses.base(from);
    if (media === undefined || base === undefined) throw noAddress();
    const answer = await telephony.answer({
      dialect: 'telephony_a',
      providerCallId: fields.CallUUID,
      from: fields.From,
      to: fields.To,
    });
    if (answer.kind === 'bad_id') throw badId('CallUUID');
    reply.type('application/xml; charset=utf-8');
    if (answer.kind !== 'stream') return reply.send(hangupXml(answer.kind === 'busy' ? 'busy' : 'rejected'));
    return reply.send(
      streamXml({
        streamUrl: streamUrl(media, 'telephony_a', answer.token),
        statusCallbackUrl: `${base}${hooks}/telephony_a/stream-status`,
      }),
    );
  };
  for (const path of ['answer', 'answer/inbound']) {
    app.route({
      ...open,
      url: `${hooks}/telephony_a/${path}`,
      schema: {
        summary:
          'Inbound answer: a document that opens a media stream, or hangs up when no active flow has the number.',
        tags: ['telephony'],
        fields: telephonyACall,
        answers: ['application/xml'],
      },
      handler,
    });
  }
}

function registerTelephonyBAnswer(app: FastifyInstance, options: TelephonyRouteOptions): void {
  app.route({
    ...open,
    url: `${hooks}/telephony_b/answer`,
    config: { ...open.config, errors: { not_found: 'No active inbound flow has the number, or the call is over.' } },
    schema: {
      summary: 'Inbound answer: the address of a media stream, or 404 when no active flow has the number.',
      tags: ['telephony'],
      fields: telephonyBCall,
      response: { 200: streamAddress },
    },
    handler: async (request) => {
      const fields = read(telephonyBCall, request);
      const media = options.addresses.media(addressedOf(request, options.httpPort));
      if (media === undefined) throw noAddress();
      const answer = await options.telephony.answer({
        dialect: 'telephony_b',
        providerCallId: fields.CallSid,
        from: fields.CallFrom ?? fields.From,
        to: fields.CallTo ?? fields.To,
      });
      if (answer.kind === 'bad_id') throw badId('CallSid');
      if (answer.kind === 'busy') throw new Problem('unavailable', 'No more calls are taken now.', busyHeaders);
      if (answer.kind === 'over') throw new Problem('not_found', 'This call is over.');
      if (answer.kind === 'no_match') throw new Problem('not_found', 'No active inbound flow has the dialled number.');
      return streamJson(streamUrl(media, 'telephony_b', answer.token), options.telephonyBRateHz);
    },
  });
}

function registerCallback(
  app: FastifyInstance,
  telephony: Telephony,
  dialect: Callback['dialect'],
  kind: Callback['kind'],
): void {
  const idField = dialect === 'telephony_a' ? 'CallUUID' : 'CallSid';
  const fields = dialect === 'telephony_a' ? telephonyACall : telephonyBCall;
  app.route({
    ...open,
    url: `${hooks}/${dialect}/${kind}`,
    config: { ...open.config, errors: { not_found: 'No call has this id.' } },
    schema: {
      summary: 'What the provider says of a call; kept on its event log.',
      tags: ['telephony'],
      fields,
      response: { 200: received },
    },
    handler: async (request) => {
      const call = read(fields, request) as Record<string, string>;
      const id = call[idField];
      const result = await telephony.callback({
        dialect,
        kind,
        fields: fieldsOf(request),
        providerCallId: id,
      });
      if (result === 'bad_id') throw badId(idField);
      if (result === 'unknown') throw new Problem('not_found', 'There is no such call.');
      return { status: 'received' };
    },
  });
}

const badId = (field: string): Problem => new Problem('bad_request', `${field} must name the call.`);

const noAddress = (): Problem =>
  new Problem('bad_request', 'The Host header names no host, and PUBLIC_BASE_URL is not set.');
