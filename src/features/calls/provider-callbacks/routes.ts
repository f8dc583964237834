import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isDiskTrouble } from '../../../data/index.ts';
import { xmlTypes } from '../../../http/content-types.ts';
import { registerForms } from '../../../http/forms.ts';
import { isLoopbackAddress } from '../../../http/host.ts';
import { clientAddressOf } from '../../../http/limits/rate-limits.ts';
import { type Addresses, addressedOf, streamUrl } from '../../../http/media-address.ts';
import { nameSchemas, schemaNameOf } from '../../../http/named-schemas.ts';
import { Problem } from '../../../http/problem.ts';
import {
  type AnswerPath,
  callbackFields,
  type ProviderModule,
  type Providers,
  type ReportKind,
} from '../../../telephony/index.ts';
import { registerHandoff } from './handoff-routes.ts';
import { badId, configOf, fieldsOf, open, read, send, urlOf } from './hook-routes.ts';
import { received } from './schema.ts';
import type { Sender } from './senders.ts';
import type { DialledAnswer, InboundAnswer, Telephony } from './service.ts';

export interface TelephonyRouteOptions {
  readonly providers: Providers;
  /** Registers callbacks that other features handle. Form parsing and signature checks apply to them too. */
  readonly others: (forms: FastifyInstance, provider: ProviderModule) => void;
  readonly telephony: Telephony;
  readonly addresses: Addresses;
  readonly httpPort: number;
  /** Returns a UUID that stands for a ticket; undefined if this server does not listen for AudioSocket. */
  readonly streamUuid: ((ticket: string) => string) | undefined;
  /** Public base of the callback URLs given to providers. */
  readonly publicBaseUrl: () => string | undefined;
  /** Called for an unsigned answer request from an address outside the provider's networks. */
  readonly onOutside: (provider: string, address: string) => void;
}

function nameProviderSchemas({ name, callbacks, documents: { format } }: ProviderModule): void {
  nameSchemas({ [`${schemaNameOf(name)}Callback`]: callbacks.fields });
  if (format.type === 'json') nameSchemas({ [`${schemaNameOf(name)}Answer`]: format.schema });
}

const busyHeaders = { 'retry-after': '5' };

const errorsOfJson = {
  not_found: 'No active inbound flow has the number, or the call has ended.',
  conflict: 'The server is at capacity.',
} as const;

/** Registers the callbacks of each provider below `/api/voice/webhooks/<name>/`. */
export function registerTelephonyRoutes(app: FastifyInstance, options: TelephonyRouteOptions): void {
  for (const provider of options.providers.all) {
    if (!provider.capabilities.callsBack) continue;
    registerForms(app, (forms) => {
      nameProviderSchemas(provider);
      forms.decorateRequest('sender', undefined);
      forms.addHook('preHandler', (request) => refuseForged(request, provider, options));
      for (const path of provider.callbacks.answerPaths) registerAnswer(forms, provider, path, options);
      registerHandoff(forms, provider, options);
      options.others(forms, provider);
      for (const kind of provider.callbacks.reports) registerReport(forms, provider, kind, options.telephony);
    });
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Sender of a provider's callback. */
    sender?: Sender;
  }
}

/** Anybody can request the answer to a new call, so requests are limited by address. */
const answerLimit = { perMinute: 600 } as const;

/**
 * Throws `forbidden` for a forged callback. Without a signature, it passes unless the account requires one: providers
 * sign only on request.
 */
async function refuseForged(
  request: FastifyRequest,
  provider: ProviderModule,
  options: TelephonyRouteOptions,
): Promise<void> {
  if (provider.signature === undefined) return;
  const seal = provider.signature.sealOf(request.headers);
  const fields = fieldsOf(request);
  // The route itself rejects unreadable fields.
  if (seal === undefined && !provider.callbacks.fields.safeParse(fields).success) return;
  const { providerCallId, callUuid, to } = provider.callbacks.names(read(provider.callbacks.fields, request));
  const base = options.addresses.base(addressedOf(request, options.httpPort));
  const target = pathOf(request.url);
  const form = callbackFields.safeParse(request.body ?? {});
  const mayBeNew = provider.callbacks.answerPaths.some(
    ({ path }) => request.routeOptions.url === urlOf(provider, path),
  );
  const about = { dialect: provider.name, providerCallId, callUuid, to, mayBeNew };
  const signed = seal && {
    ...seal,
    urls: [...new Set([base, options.publicBaseUrl()])].flatMap((root) => (root === undefined ? [] : root + target)),
    form: form.success && request.jsonText === undefined ? form.data : {},
    ...(request.jsonText === undefined ? {} : { jsonText: request.jsonText }),
  };
  request.sender = await options.telephony.senderOf(about, signed);
  if (request.sender.kind === 'forged')
    throw new Problem('forbidden', 'The signature does not match the account of the call.');
}

/** Returns path and query of a request target, which may also have scheme and host. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  if (!URL.canParse(target)) throw new Problem('bad_request', 'The request target is invalid.');
  const { pathname, search } = new URL(target);
  return pathname + search;
}

const summaries = {
  inbound:
    'Provider answer callback for inbound calls: returns a document that opens a media stream, or hangs up when no active flow has the number.',
  placed: 'Provider answer callback for placed calls: returns a document that opens a media stream or hangs up.',
  both: 'Provider answer callback: returns a media stream address, or 404 when no active flow has the number.',
} as const;

function registerAnswer(
  app: FastifyInstance,
  provider: ProviderModule,
  { path, answers }: AnswerPath,
  options: TelephonyRouteOptions,
): void {
  const { callbacks, documents, name: dialect } = provider;
  const { format } = documents;
  const answerTo = async (request: FastifyRequest): Promise<InboundAnswer | DialledAnswer> => {
    const { providerCallId, callUuid, from, to } = callbacks.names(fieldsOf(request));
    if (answers !== 'inbound') {
      const placed = await options.telephony.answerDialled({ dialect, providerCallId, callUuid });
      const isOurs = placed.kind !== 'unknown' && placed.kind !== 'bad_id';
      if (answers === 'placed' || isOurs) return placed;
    }
    const source = {
      address: isLoopbackAddress(request.ip) ? undefined : clientAddressOf(request),
      network: options.providers.networkOf(dialect, request.ip),
    };
    const sender = request.sender ?? { kind: 'unsigned' };
    if (sender.kind !== 'signed' && source.network === 'outside') options.onOutside(dialect, request.ip);
    return options.telephony.answer({ dialect, providerCallId, from, to, source }, sender);
  };
  const refused = { isPlaced: answers === 'placed' };
  app.route({
    ...open,
    url: urlOf(provider, path),
    // Providers play an error to the caller, or retry, when they receive a status 5xx. They handle busy themselves.
    errorHandler(error: Error, request: FastifyRequest, reply: FastifyReply) {
      // Without a command the caller of such a provider hears ringing, and an error makes it repeat the event.
      if (!isDiskTrouble(error) || provider.capabilities.answersByRequest === true) throw error;
      const busy = { kind: 'busy', ...refused } as const;
      // The error's own status stands in the reply while something traces requests.
      return send(reply.code(200), provider, documentOf(busy, provider, placesOf(request, options), options));
    },
    config: {
      ...configOf(provider, format.type === 'xml' ? {} : errorsOfJson),
      ...(answers === 'placed' ? {} : { limit: answerLimit }),
    },
    schema: {
      summary: summaries[answers],
      tags: ['telephony'],
      fields: callbacks.fields,
      ...(format.type === 'xml' ? { answers: xmlTypes } : { response: { 200: format.schema } }),
    },
    handler: async (request, reply) => {
      read(callbacks.fields, request);
      const report = callbacks.reportAt?.(fieldsOf(request));
      if (report !== undefined) return reply.send(await receive(request, provider, report, options.telephony));
      const places = placesOf(request, options);
      const answer = await answerTo(request);
      const { providerCallId } = callbacks.names(fieldsOf(request));
      const document = documentOf({ ...refused, ...answer, providerCallId }, provider, places, options);
      if (typeof document === 'object') await sendAnswer(request, provider, document, options.telephony);
      return send(reply, provider, document);
    },
  });
}

interface Places {
  readonly media: string;
  readonly base: string;
}

function placesOf(request: FastifyRequest, { addresses, httpPort }: TelephonyRouteOptions): Places {
  const from = addressedOf(request, httpPort);
  const media = addresses.media(from);
  const base = addresses.base(from);
  if (media === undefined || base === undefined)
    throw new Problem('bad_request', 'The Host header is invalid and PUBLIC_BASE_URL is not set.');
  return { media, base };
}

function documentOf(
  answer: (InboundAnswer | DialledAnswer) & {
    readonly isPlaced: boolean;
    readonly providerCallId?: string | undefined;
  },
  provider: ProviderModule,
  { media, base }: Places,
  { providers, streamUuid }: Pick<TelephonyRouteOptions, 'providers' | 'streamUuid'>,
): string | object {
  if (answer.kind === 'bad_id') throw badId(provider);
  const { reports } = provider.callbacks;
  const document = provider.documents.answer(
    answer.kind === 'stream'
      ? {
          kind: 'stream',
          streamUrl: streamUrl(answer.mediaBaseUrl ?? media, provider.wire, answer.token),
          statusUrl: `${base}${urlOf(provider, reports.includes('stream-status') ? 'stream-status' : 'status')}`,
          rateHz: providers.streamRate(provider.name)?.rateHz ?? provider.capabilities.streamRatesHz[0],
          ...(provider.capabilities.opensAudioSockets ? { streamUuid: streamUuid?.(answer.token) } : {}),
          providerCallId: answer.providerCallId,
        }
      : { kind: answer.kind === 'unknown' ? 'no_match' : answer.kind, isPlaced: answer.isPlaced },
  );
  if (document.kind === 'document') return document.body;
  throw new Problem(document.code, document.detail);
}

function registerReport(app: FastifyInstance, provider: ProviderModule, kind: ReportKind, telephony: Telephony): void {
  const { callbacks } = provider;
  app.route({
    ...open,
    url: urlOf(provider, kind),
    config: configOf(provider, { not_found: 'The call does not exist.' }),
    schema: {
      summary: 'Provider status callback, stored in the event log of the call.',
      tags: ['telephony'],
      fields: callbacks.fields,
      response: { 200: received },
    },
    handler: (request) => receive(request, provider, kind, telephony),
  });
}

/** Stores a report. Throws if it names no call. */
async function receive(
  request: FastifyRequest,
  provider: ProviderModule,
  kind: ReportKind,
  telephony: Telephony,
): Promise<z.output<typeof received>> {
  const { callbacks, name: dialect } = provider;
  read(callbacks.fields, request);
  const fields = fieldsOf(request);
  const { providerCallId, callUuid } = callbacks.names(fields);
  const result = await telephony.callback({ dialect, kind, fields, providerCallId, callUuid });
  if (result === 'bad_id') throw badId(provider);
  if (result === 'unknown') throw new Problem('not_found', 'The call does not exist.');
  return { status: 'received' };
}

/** Answers an inbound call by a request, for a provider that does not read the response. */
async function sendAnswer(
  request: FastifyRequest,
  { name: dialect, capabilities, callbacks }: ProviderModule,
  document: object,
  telephony: Telephony,
): Promise<void> {
  if (capabilities.answersByRequest !== true) return;
  const { providerCallId } = callbacks.names(fieldsOf(request));
  const sender = request.sender ?? { kind: 'unsigned' };
  const sent = await telephony.sendAnswer({ dialect, providerCallId }, sender, document);
  if (sent.kind === 'failed') throw new Problem('unavailable', sent.detail, busyHeaders);
}
