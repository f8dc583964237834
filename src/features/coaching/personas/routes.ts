import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { editHeaders, editOf, tagged, unlessConflict } from '../../../http/edits.ts';
import { pageQuery } from '../../../http/fields.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Personas } from './service.ts';
import type { UnknownDocument } from './store.ts';

const tags = ['coaching'];
const url = '/api/pf-coach/personas';
const writing = { role: 'manager', keys: false } as const;
const params = schema.personaUuid;

type OnePersona = { Params: z.output<typeof schema.personaUuid> };

export function registerPersonaRoutes(app: FastifyInstance, personas: Personas): void {
  registerReading(app, personas);

  async function checkVoice(request: FastifyRequest<{ Body: schema.PersonaPatch }>): Promise<void> {
    const refusal = await personas.voiceRefusal(organisationOf(request), request.body.voice);
    if (refusal !== undefined) throw new Problem('bad_request', refusal);
  }

  app.route<{ Body: schema.NewPersona }>({
    method: 'POST',
    url,
    config: { access: writing },
    schema: {
      summary: 'Creates a persona: a simulated customer. Only `name` is required.',
      description:
        'Values of `hidden_state` are withheld until the agent asks for them. An objection is a sentence, or `{text, strength?, answered_by?, trigger?}`.',
      tags,
      body: schema.newPersona,
      response: { 201: schema.persona },
    },
    handler: async (request, reply) => {
      await checkVoice(request);
      const added = await personas.add(organisationOf(request), request.body, editOf(request));
      const persona = personaOrRefusal(added);
      return tagged(reply, persona.version).code(201).send(persona);
    },
  });

  app.route<OnePersona & { Body: schema.PersonaPatch }>({
    method: 'PATCH',
    url: `${url}/:uuid`,
    config: { access: writing, errors: { conflict: 'Another version is current than the one of `If-Match`.' } },
    schema: {
      summary:
        'Updates a persona. Omitted fields are unchanged; `null` clears a field. Runs keep the persona they started with.',
      tags,
      params,
      headers: editHeaders,
      body: schema.personaPatch,
      response: { 200: schema.persona },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      await checkVoice(request);
      const changed = await personas.change(organisationOf(request), uuid, request.body, editOf(request));
      if (changed === undefined) throw unknownPersona(uuid);
      const persona = personaOrRefusal(unlessConflict(changed));
      tagged(reply, persona.version);
      return persona;
    },
  });

  app.route<OnePersona>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: writing, errors: { conflict: 'A scenario uses this persona.' } },
    schema: { summary: 'Deletes a persona.', tags, params, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const removed = await personas.remove(organisationOf(request), uuid);
      if (removed === 'unknown') throw unknownPersona(uuid);
      if (removed === 'used') throw new Problem('conflict', 'A scenario uses this persona. Delete the scenario first.');
      return reply.code(204).send();
    },
  });
}

function registerReading(app: FastifyInstance, personas: Personas): void {
  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url,
    config: { access: {} },
    schema: {
      summary: 'Lists personas, newest first.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.personaList },
    },
    handler: async (request) => {
      const { rows: results, total } = await personas.list(organisationOf(request), request.query);
      return { results, total, ...request.query };
    },
  });

  app.route<OnePersona>({
    method: 'GET',
    url: `${url}/:uuid`,
    config: { access: {} },
    schema: {
      summary: 'Returns a persona. Its `ETag` names its version.',
      tags,
      params,
      response: { 200: schema.persona },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const persona = await personas.get(organisationOf(request), uuid);
      if (persona === undefined) throw unknownPersona(uuid);
      tagged(reply, persona.version);
      return persona;
    },
  });
}

export const unknownPersona = (uuid: string): Problem => new Problem('not_found', `Persona ${uuid} does not exist.`);

function personaOrRefusal(written: schema.Persona | UnknownDocument): schema.Persona {
  if ('unknownDocument' in written)
    throw new Problem('bad_request', `Knowledge document ${written.unknownDocument} does not exist.`);
  return written;
}
