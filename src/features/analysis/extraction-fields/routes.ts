import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { builtInKeys } from '../../../analysis/built-in.ts';
import { editHeaders, editOf, tagged, unlessConflict } from '../../../http/edits.ts';
import { pageQuery } from '../../../http/fields.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { ExtractionField } from './schema.ts';
import * as schema from './schema.ts';
import type { ExtractionFieldStore, Owner } from './store.ts';

const tags = ['call analysis'];
const url = '/api/extraction-fields';
/** Admins change fields of their organisation, superadmins also those of the installation. */
export const fieldAccess = { keys: false, role: 'admin', orSuperadmin: true } as const;

type OneField = { Params: z.output<typeof schema.fieldId> };

export function registerExtractionFieldRoutes(
  app: FastifyInstance,
  fields: ExtractionFieldStore,
  now: () => Date,
): void {
  for (const [path, access] of [
    [url, {}],
    ['/api/v1/sales/fields', { scopes: ['sales:calls:read'] }],
  ] as const)
    app.route<{ Querystring: z.output<typeof pageQuery> }>({
      method: 'GET',
      url: path,
      config: { access },
      schema: {
        summary: 'Lists the questions asked of every conversation, by position.',
        tags,
        querystring: pageQuery,
        response: { 200: schema.extractionFieldList },
      },
      handler: async (request) => ({
        ...(await fields.list(organisationOf(request), request.query)),
        ...request.query,
      }),
    });

  app.route<{ Body: schema.NewField }>({
    method: 'POST',
    url,
    config: { access: fieldAccess, errors: { conflict: 'A field with this key exists.' } },
    schema: {
      summary: 'Creates a question for every conversation analysed from now on.',
      description:
        'The options of a score are the phrases that the agent should say; it counts them from 0 to 100. A score with a `measure` is measured instead. Admins create fields of their organisation, superadmins of the whole installation unless `scope` says otherwise.',
      tags,
      body: schema.newField,
      response: { 201: schema.extractionField },
    },
    handler: async (request, reply) => {
      const isSuperadmin = request.identity?.superadmin === true;
      const { scope = isSuperadmin ? 'installation' : 'organisation' } = request.body;
      if (scope === 'installation' && !isSuperadmin) throw superadminOnly();
      const added = await fields.add(scope === 'installation' ? null : organisationOf(request), request.body);
      if (added === 'key_taken') throw new Problem('conflict', `A field with the key ${request.body.key} exists.`);
      if (added === 'too_many')
        throw new Problem('conflict', 'The organisation has 200 fields of its own. Delete one first.');
      return reply.code(201).send(added);
    },
  });

  registerField(app, fields, now);
}

function registerField(app: FastifyInstance, fields: ExtractionFieldStore, now: () => Date): void {
  app.route<OneField & { Body: schema.FieldPatch }>({
    method: 'PATCH',
    url: `${url}/:id`,
    // The schema omits these fields, so they are rejected before it ignores them.
    preValidation: async ({ body }) => refuseUnchangeable(body),
    config: {
      access: fieldAccess,
      errors: {
        conflict:
          'Built-in fields stay active and keep their options. Another version is current than the one of `If-Match`.',
      },
    },
    schema: {
      summary:
        'Updates a question. Omitted fields are unchanged, and `null` restores a default; `key`, `field_type`, `measure` and `scope` cannot change.',
      tags,
      params: schema.fieldId,
      headers: editHeaders,
      body: schema.fieldPatch,
      response: { 200: schema.extractionField },
    },
    handler: async (request, reply) => {
      const { field, owner } = await changeable(fields, request);
      const { is_active, options } = request.body;
      if (isBuiltIn(field) && (is_active === false || options !== undefined))
        throw new Problem('conflict', `${field.key} is a built-in field: it stays active and keeps its options.`);
      if (field.field_type === 'enum' && options?.length === 0)
        throw new Problem('bad_request', 'options must have at least one option for an enum.');
      const edit = { ...editOf(request), at: now().toISOString() };
      const changed = await fields.change(owner, field.id, request.body, edit);
      if (changed === undefined) throw unknownField(request.params.id);
      const saved = unlessConflict(changed);
      tagged(reply, saved.version);
      return saved;
    },
  });

  app.route<OneField>({
    method: 'DELETE',
    url: `${url}/:id`,
    config: { access: fieldAccess, errors: { conflict: 'Built-in fields cannot be deleted.' } },
    schema: {
      summary: 'Deletes a question. Values of conversations analysed before are kept.',
      tags,
      params: schema.fieldId,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { field, owner } = await changeable(fields, request);
      if (isBuiltIn(field)) throw new Problem('conflict', `${field.key} is a built-in field and cannot be deleted.`);
      await fields.remove(owner, field.id);
      return reply.code(204).send();
    },
  });
}

const isBuiltIn = ({ key }: ExtractionField): boolean => (builtInKeys as readonly string[]).includes(key);
const unknownField = (id: string): Problem => new Problem('not_found', `Extraction field ${id} does not exist.`);

const superadminOnly = (): Problem =>
  new Problem(
    'forbidden',
    'This field applies to the whole installation: only a superadmin may change it. Create a field of your organisation instead.',
  );

/** Returns the field of a request that may change it, with its owner. */
async function changeable(
  fields: ExtractionFieldStore,
  request: Pick<FastifyRequest, 'identity'> & { readonly params: OneField['Params'] },
): Promise<{ readonly field: ExtractionField; readonly owner: Owner }> {
  const organisation = organisationOf(request);
  const field = await fields.get(organisation, Number(request.params.id));
  if (field === undefined) throw unknownField(request.params.id);
  if (field.scope === 'organisation') return { field, owner: organisation };
  if (request.identity?.superadmin !== true) throw superadminOnly();
  return { field, owner: null };
}

function refuseUnchangeable(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const named = schema.unchangeable.filter((name) => Object.hasOwn(body, name));
  if (named.length === 0) return;
  throw new Problem(
    'bad_request',
    `body ${named.join(', ')}: cannot change, because stored values depend on it. Create another field instead.`,
  );
}
