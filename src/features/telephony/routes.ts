import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { registerForms } from '../../http/forms.ts';
import { type Addresses, addressedOf, streamUrl } from '../../http/media-address.ts';
import { Problem } from '../../http/problem.ts';
import { hangupXml, streamJson, streamXml } from './documents.ts';
import {
  callbackFields,
  dialDocument,
  handoffFields,
  legFields,
  received,
  streamAddress,
  telephonyACall,
  telephonyBCall,
} from './schema.ts';
import type { Callback, DialledAnswer, InboundAnswer, Telephony } from './service.ts';

export interface TelephonyRouteOptions {
  /** Callbacks that others answer: forms are taken and signatures checked there too. */
  readonly others: (forms: FastifyInstance) => void;
  readonly telephony: Telephony;
  readonly addresses: Addresses;
  readonly httpPort: number;
  /** Where providers were told to call. */
  readonly publicBaseUrl: string | undefined;
  /** Rate in the stream address that telephony_b is given. */
  readonly telephonyBRateHz: number;
}

const hooks = '/api/voice/webhooks';
const busyHeaders = { 'retry-after': '5' };

const open = {
  method: ['GET', 'POST'] as string[],
  config: { access: 'public' as const, limit: 'none' as const },
};

/** telephony_a signs where its customer asks for it. */
const openSigned = {
  ...open,
  config: {
    ...open.config,
    errors: { forbidden: 'The callback is signed, and not by the account whose call it is about.' },
  },
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
    forms.addHook('preHandler', (request) => refuseForged(request, options));
    registerTelephonyAAnswer(forms, options);
    registerTelephonyBAnswer(forms, options);
    registerTelephonyADialled(forms, options);
    registerHandoff(forms, options.telephony);
    registerLeg(forms, options.telephony);
    options.others(forms);
    registerCallback(forms, options.telephony, 'telephony_a', 'hangup');
    registerCallback(forms, options.telephony, 'telephony_a', 'recording');
    registerCallback(forms, options.telephony, 'telephony_a', 'status');
    registerCallback(forms, options.telephony, 'telephony_a', 'stream-status');
    registerCallback(forms, options.telephony, 'telephony_b', 'status');
  });
}

/** One that is not signed passes: providers sign only where their customer asks for it. */
async function refuseForged(request: FastifyRequest, options: TelephonyRouteOptions): Promise<void> {
  const signatures = ['x-plivo-signature-v3', 'x-plivo-signature-ma-v3'].flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [value].flat().flatMap((one) => one.split(','));
  });
  if (signatures.length === 0) return;
  const base = options.addresses.base(addressedOf(request, options.httpPort));
  const { CallUUID, call_uuid, call: callUuid, To: to } = read(telephonyACall, request);
  const about = { dialect: 'telephony_a', providerCallId: CallUUID ?? call_uuid, callUuid, to } as const;
  const form = callbackFields.safeParse(request.body ?? {});
  const isForged = await options.telephony.isForged(about, {
    urls: [...new Set([base, options.publicBaseUrl])].flatMap((one) => (one === undefined ? [] : one + request.url)),
    form: form.success ? form.data : {},
    nonce: String(request.headers['x-plivo-signature-v3-nonce'] ?? ''),
    signatures: signatures.map((one) => one.trim()),
  });
  if (isForged) throw new Problem('forbidden', 'The callback is not signed by the account whose call it is about.');
}

function registerTelephonyAAnswer(app: FastifyInstance, options: TelephonyRouteOptions): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const fields = read(telephonyACall, request);
    const places = placesOf(request, options);
    const answer = await options.telephony.answer({
      dialect: 'telephony_a',
      providerCallId: fields.CallUUID,
      from: fields.From,
      to: fields.To,
    });
    return reply.type(xml).send(documentOf(answer, places));
  };
  for (const path of ['answer', 'answer/inbound']) {
    app.route({
      ...openSigned,
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

const xml = 'application/xml; charset=utf-8';

interface Places {
  readonly media: string;
  readonly base: string;
}

function placesOf(request: FastifyRequest, { addresses, httpPort }: TelephonyRouteOptions): Places {
  const from = addressedOf(request, httpPort);
  const media = addresses.media(from);
  const base = addresses.base(from);
  if (media === undefined || base === undefined) throw noAddress();
  return { media, base };
}

function documentOf(answer: InboundAnswer | DialledAnswer, { media, base }: Places): string {
  if (answer.kind === 'bad_id') throw badId('CallUUID');
  if (answer.kind !== 'stream') return hangupXml(answer.kind === 'busy' ? 'busy' : 'rejected');
  return streamXml({
    streamUrl: streamUrl(media, 'telephony_a', answer.token),
    statusCallbackUrl: `${base}${hooks}/telephony_a/stream-status`,
  });
}

function registerTelephonyADialled(app: FastifyInstance, options: TelephonyRouteOptions): void {
  app.route({
    ...openSigned,
    url: `${hooks}/telephony_a/answer/outbound`,
    schema: {
      summary: 'Campaign answer: a document that opens a media stream for a call that was placed, or hangs up.',
      tags: ['telephony'],
      fields: telephonyACall,
      answers: ['application/xml'],
    },
    handler: async (request, reply) => {
      const { call: callUuid, CallUUID: providerCallId } = read(telephonyACall, request);
      const places = placesOf(request, options);
      const answer = await options.telephony.answerDialled({ dialect: 'telephony_a', providerCallId, callUuid });
      return reply.type(xml).send(documentOf(answer, places));
    },
  });
}

function registerHandoff(app: FastifyInstance, telephony: Telephony): void {
  app.route({
    ...openSigned,
    url: `${hooks}/telephony_a/handoff`,
    schema: {
      summary: 'What a call that is handed to somebody else is to do next; it is hung up where nobody takes it.',
      tags: ['telephony'],
      fields: handoffFields,
      answers: ['application/xml'],
    },
    handler: async (request, reply) => {
      const { CallUUID: providerCallId, transfer: transferUuid, step } = read(handoffFields, request);
      const document = await telephony.handoff({ providerCallId, transferUuid, step, fields: fieldsOf(request) });
      return reply.type(xml).send(document ?? hangupXml('rejected'));
    },
  });

  app.route({
    ...open,
    url: `${hooks}/telephony_b/handoff`,
    config: { ...open.config, errors: { not_found: 'The call is not handed to anybody.' } },
    schema: {
      summary: 'Whom the applet after the stream is to dial: the teammate that a call is handed to.',
      tags: ['telephony'],
      fields: telephonyBCall,
      response: { 200: dialDocument },
    },
    handler: async (request) => {
      const { CallSid: providerCallId } = read(telephonyBCall, request);
      const dial = await telephony.dialAfter({ dialect: 'telephony_b', providerCallId, callUuid: undefined });
      if (dial === undefined) throw new Problem('not_found', 'This call is not handed to anybody.');
      return dial;
    },
  });
}

function registerLeg(app: FastifyInstance, telephony: Telephony): void {
  app.route({
    ...open,
    url: `${hooks}/telephony_b/handoff/leg`,
    config: { ...open.config, errors: { not_found: 'The leg is to no teammate.' } },
    schema: {
      summary: 'What the provider says of the call to a teammate whom a call is handed to.',
      tags: ['telephony'],
      fields: legFields,
      response: { 200: received },
    },
    handler: async (request) => {
      const { CallSid: providerCallId, transfer: transferUuid } = read(legFields, request);
      const result = await telephony.legTold({ providerCallId, transferUuid, fields: fieldsOf(request) });
      if (result === 'bad_id') throw badId('CallSid');
      if (result === 'unknown') throw new Problem('not_found', 'There is no such leg.');
      return { status: 'received' };
    },
  });
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
      const { telephony } = options;
      const dialled = await telephony.answerDialled({
        dialect: 'telephony_b',
        providerCallId: fields.CallSid,
        callUuid: fields.call ?? fields.CustomField,
      });
      const inbound = () =>
        telephony.answer({
          dialect: 'telephony_b',
          providerCallId: fields.CallSid,
          from: fields.CallFrom ?? fields.From,
          to: fields.CallTo ?? fields.To,
        });
      const answer =
        dialled.kind === 'stream' || dialled.kind === 'busy' || dialled.kind === 'over' ? dialled : await inbound();
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
  const names = (request: FastifyRequest) => {
    if (dialect === 'telephony_a') {
      const { CallUUID, call_uuid, call } = read(telephonyACall, request);
      return { providerCallId: CallUUID ?? call_uuid, callUuid: call };
    }
    const { CallSid, CustomField, call } = read(telephonyBCall, request);
    return { providerCallId: CallSid, callUuid: call ?? CustomField };
  };
  const { config } = dialect === 'telephony_a' ? openSigned : { config: { ...open.config, errors: {} } };
  app.route({
    ...open,
    url: `${hooks}/${dialect}/${kind}`,
    config: { ...config, errors: { ...config.errors, not_found: 'No call has this id.' } },
    schema: {
      summary: 'What the provider says of a call; kept on its event log.',
      tags: ['telephony'],
      fields,
      response: { 200: received },
    },
    handler: async (request) => {
      const result = await telephony.callback({ dialect, kind, fields: fieldsOf(request), ...names(request) });
      if (result === 'bad_id') throw badId(idField);
      if (result === 'unknown') throw new Problem('not_found', 'There is no such call.');
      return { status: 'received' };
    },
  });
}

const badId = (field: string): Problem => new Problem('bad_request', `${field} must name the call.`);

const noAddress = (): Problem =>
  new Problem('bad_request', 'The Host header names no host, and PUBLIC_BASE_URL is not set.');
