import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { editHeaders, editOf } from '../../../http/edits.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { Edit } from '../../../versions/index.ts';
import * as schema from './schema.ts';
import type { Versions } from './service.ts';

const reading = { scopes: ['voice:campaigns:read'] } as const;
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;

type One = { Params: z.output<typeof schema.subjectParams> };
type OneVersion = { Params: z.output<typeof schema.versionParams> };

/** A version to restore. */
export interface Restoring {
  readonly uuid: string;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly edit: Edit;
}

export interface VersionRoutes<Answer extends z.ZodType> {
  /** Address of the list of subjects. */
  readonly url: string;
  readonly tag: string;
  /** What a subject is called in sentences: `agent`. */
  readonly noun: string;
  readonly versions: Versions;
  readonly answer: Answer;
  /** Saves an earlier definition as a new version, and returns the subject. Throws if it is refused. */
  readonly restore: (request: FastifyRequest, restoring: Restoring, reply: FastifyReply) => Promise<z.output<Answer>>;
}

/** Registers the routes of the versions of agents, or of another kind. */
export function registerVersionRoutes<Answer extends z.ZodType>(app: FastifyInstance, options: VersionRoutes<Answer>) {
  registerReading(app, options);
  const { url, tag, noun, versions } = options;
  app.route<OneVersion & { Body: z.output<typeof schema.restoring> }>({
    method: 'POST',
    url: `${url}/:uuid/versions/:version/restore`,
    config: {
      access: writing,
      errors: {
        bad_request: 'The version uses a voice, document, model or other object that does not exist any more.',
        conflict: 'Another version is current than the one of `If-Match`.',
      },
    },
    schema: {
      summary: `Saves the definition of an earlier version of the ${noun} as a new version, which new calls use.`,
      tags: [tag],
      params: schema.versionParams,
      headers: editHeaders,
      body: schema.restoring,
      response: { 200: options.answer },
    },
    handler: async (request, reply) => {
      const { uuid, version } = request.params;
      const stored = await versions.get(organisationOf(request), uuid, version);
      if (stored === undefined) throw unknownVersion(options, request.params);
      const edit = { ...editOf(request, request.body.version_note), restoredFrom: version };
      return options.restore(request, { uuid, definition: stored.definition, edit }, reply) as never;
    },
  });
}

function registerReading(app: FastifyInstance, options: Omit<VersionRoutes<z.ZodType>, 'restore'>): void {
  const { url, tag, noun, versions } = options;
  app.route<One & { Querystring: z.output<typeof schema.versionsQuery> }>({
    method: 'GET',
    url: `${url}/:uuid/versions`,
    config: { access: reading },
    schema: {
      summary: `Lists the versions of the ${noun}, newest first.`,
      description: 'Each save makes one. The newest 200 are kept.',
      tags: [tag],
      params: schema.subjectParams,
      querystring: schema.versionsQuery,
      response: { 200: schema.versionList },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const listed = await versions.list(organisationOf(request), uuid, request.query);
      if (listed === undefined) throw unknownSubject(options, uuid);
      return { ...listed, ...request.query };
    },
  });

  app.route<OneVersion>({
    method: 'GET',
    url: `${url}/:uuid/versions/:version`,
    config: { access: reading },
    schema: {
      summary: `Returns a version of the ${noun} with its definition.`,
      tags: [tag],
      params: schema.versionParams,
      response: { 200: schema.version },
    },
    handler: async (request) => {
      const { uuid, version } = request.params;
      const stored = await versions.get(organisationOf(request), uuid, version);
      if (stored === undefined) throw unknownVersion(options, request.params);
      return stored;
    },
  });

  app.route<One & { Querystring: z.output<typeof schema.compared> }>({
    method: 'GET',
    url: `${url}/:uuid/versions/diff`,
    config: { access: reading },
    schema: {
      summary: `Compares two versions of the ${noun}: texts by words, other fields by value.`,
      tags: [tag],
      params: schema.subjectParams,
      querystring: schema.compared,
      response: { 200: schema.difference },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const difference = await versions.difference(organisationOf(request), uuid, request.query);
      if (difference === undefined)
        throw new Problem('not_found', `One of the versions, or the ${noun} ${uuid}, does not exist or is not kept.`);
      return difference;
    },
  });
}

type Named = Pick<VersionRoutes<z.ZodType>, 'noun'>;

const unknownSubject = ({ noun }: Named, uuid: string): Problem =>
  new Problem('not_found', `The ${noun} ${uuid} does not exist.`);

const unknownVersion = ({ noun }: Named, { uuid, version }: OneVersion['Params']): Problem =>
  new Problem('not_found', `Version ${version} of the ${noun} ${uuid} does not exist or is not kept.`);
