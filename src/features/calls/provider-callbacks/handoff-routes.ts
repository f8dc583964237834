import type { FastifyInstance } from 'fastify';
import { xmlTypes } from '../../../http/content-types.ts';
import { nameSchemas, schemaNameOf } from '../../../http/named-schemas.ts';
import { Problem } from '../../../http/problem.ts';
import type { ProviderModule } from '../../../telephony/index.ts';
import { badId, configOf, fieldsOf, open, read, send, urlOf } from './hook-routes.ts';
import { handoffFields, legFields, received } from './schema.ts';
import type { Telephony } from './service.ts';

/** Registers the provider's callbacks while a call is transferred to a teammate. */
export function registerHandoff(app: FastifyInstance, provider: ProviderModule, telephony: Telephony): void {
  const { canTransfer } = provider.capabilities;
  if (canTransfer === 'live') registerSteps(app, provider, telephony);
  if (canTransfer === 'after_stream') {
    registerNext(app, provider, telephony);
    registerLeg(app, provider, telephony);
  }
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
      const document = await telephony.handoff({ providerCallId, transferUuid, step, fields: wantedFields });
      return send(reply, provider, document ?? documents.handover?.none() ?? '');
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
      const result = await telephony.legTold({ providerCallId, transferUuid, fields: wantedFields });
      if (result === 'bad_id') throw badId(provider);
      if (result === 'unknown') throw new Problem('not_found', 'The leg does not exist.');
      return { status: 'received' };
    },
  });
}
