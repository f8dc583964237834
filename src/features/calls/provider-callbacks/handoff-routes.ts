import type { FastifyInstance } from 'fastify';
import { xmlTypes } from '../../../http/content-types.ts';
import { nameSchemas, schemaNameOf } from '../../../http/named-schemas.ts';
import { Problem } from '../../../http/problem.ts';
import type { ProviderModule, Providers } from '../../../telephony/index.ts';
import { badId, configOf, fieldsOf, open, read, send, urlOf } from './hook-routes.ts';
import { handoffFields, legFields, received } from './schema.ts';
import type { Telephony } from './service.ts';

interface HandoffOptions {
  readonly providers: Pick<Providers, 'streamRate'>;
  readonly telephony: Telephony;
  /** Returns a UUID that stands for a ticket; undefined if this server does not listen for AudioSocket. */
  readonly streamUuid: ((ticket: string) => string) | undefined;
}

/** Registers the provider's callbacks while a call is transferred to a teammate. */
export function registerHandoff(app: FastifyInstance, provider: ProviderModule, options: HandoffOptions): void {
  const { canTransfer, answersWithDocument } = provider.capabilities;
  const { telephony } = options;
  if (canTransfer === 'live') registerSteps(app, provider, telephony);
  if (canTransfer === 'after_stream') registerNext(app, provider, telephony);
  if (canTransfer === 'bridge' && answersWithDocument) registerBriefing(app, provider, options);
  if (canTransfer === 'after_stream' || canTransfer === 'bridge') registerLeg(app, provider, telephony);
}

function registerSteps(app: FastifyInstance, provider: ProviderModule, telephony: Telephony): void {
  const { callbacks, documents } = provider;
  const { format } = documents;
  const fields = callbacks.fields.extend(handoffFields.shape);
  nameSchemas({ [`${schemaNameOf(provider.name)}HandoffCallback`]: fields });
  app.route({
    ...open,
    url: urlOf(provider, 'handoff'),
    config: configOf(provider),
    schema: {
      summary: 'Provider callback for a call in transfer: returns the next step, or hangs up when nobody accepts.',
      tags: ['telephony'],
      fields,
      ...(format.type === 'xml' ? { answers: xmlTypes } : { response: { 200: format.schema } }),
    },
    handler: async (request, reply) => {
      read(callbacks.fields, request);
      const { transfer: transferUuid, step } = read(handoffFields, request);
      const wantedFields = fieldsOf(request);
      const { providerCallId } = callbacks.names(wantedFields);
      const document = await telephony.handoff({
        dialect: provider.name,
        providerCallId,
        transferUuid,
        step,
        fields: wantedFields,
      });
      return send(reply, provider, document ?? documents.handover?.none() ?? '');
    },
  });
}

/** The teammate's leg is answered with a stream that reads the brief. */
function registerBriefing(
  app: FastifyInstance,
  provider: ProviderModule,
  { providers, streamUuid, telephony }: HandoffOptions,
): void {
  const { callbacks, capabilities, documents } = provider;
  const { format } = documents;
  const fields = callbacks.fields.extend(handoffFields.shape);
  nameSchemas({ [`${schemaNameOf(provider.name)}HandoffCallback`]: fields });
  app.route({
    ...open,
    url: urlOf(provider, 'handoff'),
    config: configOf(provider, {
      not_found: 'The call is not being transferred.',
      conflict: 'The server is at capacity.',
    }),
    schema: {
      summary: 'Provider callback for a teammate who has answered: returns the stream that reads the brief.',
      tags: ['telephony'],
      fields,
      ...(format.type === 'xml' ? { answers: xmlTypes } : { response: { 200: format.schema } }),
    },
    handler: async (request, reply) => {
      read(callbacks.fields, request);
      const { transfer: transferUuid } = read(handoffFields, request);
      const { providerCallId } = callbacks.names(fieldsOf(request));
      const briefing = await telephony.briefing({ dialect: provider.name, providerCallId, transferUuid });
      if (briefing === undefined) throw new Problem('not_found', 'This call is not being transferred.');
      const answer = documents.answer(
        briefing === 'busy'
          ? { kind: 'busy', isPlaced: true }
          : {
              kind: 'stream',
              streamUrl: briefing.streamUrl,
              statusUrl: '',
              rateHz: providers.streamRate(provider.name)?.rateHz ?? capabilities.streamRatesHz[0],
              ...(capabilities.opensAudioSockets
                ? { streamUuid: streamUuid?.(briefing.streamUrl.slice(briefing.streamUrl.lastIndexOf('/') + 1)) }
                : {}),
              providerCallId,
            },
      );
      if (answer.kind === 'refused') throw new Problem(answer.code, answer.detail);
      return send(reply, provider, answer.body);
    },
  });
}

function registerNext(app: FastifyInstance, provider: ProviderModule, telephony: Telephony): void {
  const { callbacks, documents } = provider;
  const { next } = documents;
  if (next === undefined) return;
  nameSchemas({ [`${schemaNameOf(provider.name)}NextDial`]: next.schema });
  app.route({
    ...open,
    url: urlOf(provider, 'handoff'),
    config: configOf(provider, { not_found: 'The call is not being transferred.' }),
    schema: {
      summary: 'Provider callback after the stream: returns the teammate to dial for a transfer.',
      tags: ['telephony'],
      fields: callbacks.fields,
      response: { 200: next.schema },
    },
    handler: async (request) => {
      read(callbacks.fields, request);
      const { providerCallId } = callbacks.names(fieldsOf(request));
      const dial = await telephony.dialAfter({ dialect: provider.name, providerCallId, callUuid: undefined });
      if (dial === undefined) throw new Problem('not_found', 'This call is not being transferred.');
      return dial;
    },
  });
}

function registerLeg(app: FastifyInstance, provider: ProviderModule, telephony: Telephony): void {
  const fields = provider.callbacks.fields.extend(legFields.shape);
  nameSchemas({ [`${schemaNameOf(provider.name)}LegCallback`]: fields });
  app.route({
    ...open,
    url: urlOf(provider, 'handoff/leg'),
    config: configOf(provider, { not_found: 'The leg does not belong to a teammate.' }),
    schema: {
      summary: 'Provider callback with the status of the call to a teammate.',
      tags: ['telephony'],
      fields,
      response: { 200: received },
    },
    handler: async (request) => {
      read(provider.callbacks.fields, request);
      const { transfer: transferUuid } = read(legFields, request);
      const wantedFields = fieldsOf(request);
      const { providerCallId } = provider.callbacks.names(wantedFields);
      const result = await telephony.legTold({
        dialect: provider.name,
        providerCallId,
        transferUuid,
        fields: wantedFields,
      });
      if (result === 'bad_id') throw badId(provider);
      if (result === 'unknown') throw new Problem('not_found', 'The leg does not exist.');
      return { status: 'received' };
    },
  });
}
