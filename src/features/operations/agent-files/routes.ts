import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { editHeaders, editOf, tagged } from '../../../http/edits.ts';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { readUpload, registerUploads, tooLarge } from '../../../http/uploads.ts';
import { fileLimits } from './agent-file.ts';
import type { ImportRequest, ImportResult } from './bringing.ts';
import type { Gallery } from './gallery.ts';
import * as schema from './schema.ts';
import type { AgentFiles } from './service.ts';

const tags = ['agents'];
const url = '/api/voice/agents';
const reading = { scopes: ['voice:campaigns:read'], role: 'manager' } as const;
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;
const params = schema.agentUuid;
const types = { json: 'application/json; charset=utf-8', zip: 'application/zip' } as const;
const missing = 'The file names something that does not exist here, or that differs.';

type OneAgent = { Params: z.output<typeof schema.agentUuid> };

export interface AgentFileRoutes {
  readonly agentFiles: AgentFiles;
  readonly gallery: Gallery;
  /** Takes an upload slot and returns the function that releases it; undefined if none is free. */
  readonly enter: (owner: {
    readonly organisationId: ReturnType<typeof organisationOf>;
    readonly userUuid: string;
  }) => (() => void) | undefined;
}

export function registerAgentFileRoutes(app: FastifyInstance, options: AgentFileRoutes): void {
  registerReading(app, options);
  registerCopying(app, options);
  registerUploads(app, (uploads) => registerImport(uploads, options));
}

function registerReading(app: FastifyInstance, { agentFiles, gallery }: AgentFileRoutes): void {
  app.route<OneAgent & { Querystring: z.output<typeof schema.fileQuery> }>({
    method: 'GET',
    url: `${url}/:uuid/file`,
    config: {
      access: reading,
      limit: { perMinute: 60 },
      errors: { conflict: 'Two parts have one name, or the documents are too large for a file.' },
    },
    schema: {
      summary: 'Exports an agent with all that belongs to it as one file.',
      description:
        'The file has the published version, the campaigns that use it with their goals, the scenarios of its suite with their personas and score fields, the pronunciations of words that occur, and its documents. Secrets, numbers and contacts are left out; documents of other people are named without their content. The same agent makes the same bytes. The `ETag` names the version of the agent and a digest of its parts.',
      tags,
      params,
      querystring: schema.fileQuery,
      answers: ['application/json', 'application/zip'],
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const { format } = request.query;
      const file = await agentFiles.export(organisationOf(request), uuid, { userUuid: userOf(request), format });
      if (file === undefined) throw unknownAgent(uuid);
      return reply
        .type(types[format])
        .header('etag', file.tag)
        .header('content-disposition', contentDisposition(file.name))
        .header('cache-control', 'private, no-store')
        .send(file.bytes);
    },
  });

  app.route({
    method: 'GET',
    url: `${url}/gallery`,
    config: { access: { scopes: ['voice:campaigns:read'] } },
    schema: {
      summary: 'Lists the agents that come with the product.',
      description: 'Each is a file to import, with goals, a scorecard and scenarios.',
      tags,
      response: { 200: schema.gallery },
    },
    handler: async () => ({ agents: [...(await gallery.list())] }),
  });

  app.route<{ Params: z.output<typeof schema.galleryKey> }>({
    method: 'GET',
    url: `${url}/gallery/:key`,
    config: { access: { scopes: ['voice:campaigns:read'] } },
    schema: {
      summary: 'Returns the file of an agent of the gallery.',
      tags,
      params: schema.galleryKey,
      answers: ['application/json'],
    },
    handler: async (request, reply) => {
      const file = await gallery.file(request.params.key);
      if (file === undefined) throw new Problem('not_found', `The gallery has no agent ${request.params.key}.`);
      return reply.type(types.json).send(file);
    },
  });
}

function registerCopying(app: FastifyInstance, { agentFiles }: AgentFileRoutes): void {
  app.route<OneAgent & { Body: z.output<typeof schema.duplication> }>({
    method: 'POST',
    url: `${url}/:uuid/duplicate`,
    config: { access: writing, limit: { perMinute: 20 } },
    schema: {
      summary: 'Duplicates an agent: a new one with the same definition, documents and scenarios.',
      description: 'Campaigns stay with the agent that they use. A draft is not copied.',
      tags,
      params,
      body: schema.duplication,
      response: { 201: schema.copyAnswer },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const { name } = request.body;
      const copy = await agentFiles.duplicate(organisationOf(request), uuid, { name, edit: editOf(request) });
      if (copy === undefined) throw unknownAgent(uuid);
      tagged(reply, copy.version);
      return reply.code(201).send({ uuid: copy.uuid, name: copy.name });
    },
  });
}

function registerImport(app: FastifyInstance, { agentFiles, enter }: AgentFileRoutes): void {
  app.route({
    method: 'POST',
    url: `${url}/import`,
    config: { access: writing, limit: { perMinute: 20 }, errors: { conflict: missing } },
    schema: {
      summary: 'Imports an agent from a `file` (multipart) that an export made.',
      description:
        'Everything is added, or nothing. Campaigns arrive as drafts, without number and contacts. With `dry_run`, returns what would be added, and names each voice, model, MCP server, secret and document that is missing here.',
      tags,
      multipart: schema.importUpload,
      response: { 200: schema.importAnswer, 201: schema.importAnswer },
    },
    handler: async (request, reply) => {
      const { result, importRequest } = await uploaded(request, enter, async (bytes, importRequest) => ({
        result: await agentFiles.import(bytes, importRequest),
        importRequest,
      }));
      return reply.code(importRequest.dryRun ? 200 : 201).send(answerOf(result, importRequest));
    },
  });

  app.route<OneAgent>({
    method: 'PUT',
    url: `${url}/:uuid/file`,
    config: {
      access: writing,
      limit: { perMinute: 20 },
      errors: { conflict: `The agent or its parts changed since the \`ETag\` of \`If-Match\`. ${missing}` },
    },
    schema: {
      summary: 'Makes an agent and its parts what a `file` (multipart) says.',
      description:
        'Parts are matched by name. What is equal is not saved again. Scenarios and documents that the file leaves out are taken from the agent; campaigns and personas are kept. Everything is changed, or nothing.',
      tags,
      params,
      headers: editHeaders,
      multipart: schema.importUpload,
      response: { 200: schema.importAnswer },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      // Before the form is read: a foreign agent is answered like a missing one.
      if (!(await agentFiles.has(organisationOf(request), uuid))) throw unknownAgent(uuid);
      const { result, importRequest } = await uploaded(request, enter, async (bytes, importRequest) => ({
        result: await agentFiles.replace(uuid, bytes, importRequest),
        importRequest,
      }));
      reply.header('etag', result.tag);
      return answerOf(result, importRequest);
    },
  });
}

async function uploaded<T>(
  request: FastifyRequest,
  enter: AgentFileRoutes['enter'],
  use: (bytes: Buffer, importRequest: ImportRequest) => Promise<T>,
): Promise<T> {
  const organisation = organisationOf(request);
  const leave = enter({ organisationId: organisation, userUuid: userOf(request) });
  if (leave === undefined)
    throw new Problem('unavailable', 'Too many uploads at once. Try again shortly.', { 'retry-after': '5' });
  const { identity } = request;
  try {
    const form = { file: 'file', fields: [...schema.formFields], maxFileBytes: fileLimits.fileBytes };
    const { bytes, fields } = await readUpload(request, form, async (file) => ({
      bytes: await whole(file.bytes),
      fields: await file.fields(),
    }));
    const values = formOf(fields);
    return await use(bytes, {
      organisation,
      userUuid: userOf(request),
      isAdmin: identity?.role === 'admin' || identity?.superadmin === true,
      accept: new Set(values.accept),
      dryRun: values.dry_run === 'true',
      name: values.name,
      edit: editOf(request, values.version_note),
    });
  } finally {
    leave();
  }
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > fileLimits.fileBytes) throw tooLarge(fileLimits.fileBytes);
    all.push(chunk);
  }
  return Buffer.concat(all);
}

function formOf(fields: ReadonlyMap<string, string>): z.output<typeof schema.importForm> {
  // A browser form also sends the fields that a person left empty.
  const parsed = schema.importForm.safeParse(Object.fromEntries([...fields].filter(([, value]) => value !== '')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Problem('bad_request', `form ${issue?.path.join('.')}: ${issue?.message}.`);
}

function answerOf(
  { agentUuid, parts, problems }: ImportResult,
  { dryRun }: ImportRequest,
): z.output<typeof schema.importAnswer> {
  if (problems.length > 0 && !dryRun)
    throw new Problem('conflict', `Nothing was changed. ${problems.map(({ detail }) => detail).join(' ')}`);
  return { agent_uuid: agentUuid ?? null, dry_run: dryRun, parts: [...parts], problems: [...problems] };
}

const unknownAgent = (uuid: string): Problem => new Problem('not_found', `Agent ${uuid} does not exist.`);
