import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageQuery } from '../../../http/fields.ts';
import { organisationOf, viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { readUpload, registerUploads } from '../../../http/uploads.ts';
import { checkedBody } from '../../../http/zod-compilers.ts';
import { documentRefusal, uploadOf } from '../../documents/index.ts';
import * as schema from './schema.ts';
import type { CoachDocuments, Viewer } from './service.ts';

const tags = ['coaching'];
const url = '/api/pf-coach/documents';
const writing = { role: 'manager', keys: false } as const;
const params = schema.documentUuid;

type OneDocument = { Params: z.output<typeof schema.documentUuid> };
type Upload = Parameters<CoachDocuments['addFile']>[1];

const unknownDocument = (uuid: string): Problem =>
  new Problem('not_found', `Knowledge document ${uuid} does not exist.`);

export function registerCoachDocumentRoutes(app: FastifyInstance, documents: CoachDocuments): void {
  registerUploads(app, (uploads) => registerAdding(uploads, documents));

  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url,
    config: { access: {} },
    schema: {
      summary: 'Lists knowledge documents, newest first.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.documentList },
    },
    handler: async (request) => ({
      ...(await documents.list(organisationOf(request), request.query)),
      ...request.query,
    }),
  });

  app.route<OneDocument>({
    method: 'GET',
    url: `${url}/:uuid`,
    config: { access: {} },
    schema: {
      summary: 'Returns a knowledge document with its text.',
      tags,
      params,
      response: { 200: schema.wholeDocument },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const document = await documents.get(organisationOf(request), uuid);
      if (document === undefined) throw unknownDocument(uuid);
      return document;
    },
  });

  app.route<OneDocument>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: writing },
    schema: {
      summary: 'Deletes a knowledge document, also from the personas that name it.',
      tags,
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await documents.remove(organisationOf(request), uuid))) throw unknownDocument(uuid);
      return reply.code(204).send();
    },
  });
}

function registerAdding(app: FastifyInstance, documents: CoachDocuments): void {
  app.route({
    method: 'POST',
    url,
    config: { access: writing, errors: { conflict: 'The documents of the organisation have reached its quota.' } },
    schema: {
      summary: 'Adds a knowledge document: JSON with `title` and `text`, or a multipart form with the file in `file`.',
      description:
        'A file is read in the background: PDF, images and recordings as in the knowledge base, `.txt` and `.md` as text.',
      tags,
      multipart: schema.documentForm,
      orJson: schema.newDocument,
      response: { 201: schema.coachDocument },
    },
    handler: async (request, reply) => {
      const viewer = viewerOf(request);
      if (!request.isMultipart()) {
        const body = checkedBody(schema.newDocument, request.body ?? {});
        return reply.code(201).send(await documents.addText(viewer, body));
      }
      const leave = documents.enter(viewer);
      if (leave === undefined)
        throw new Problem('unavailable', 'Too many uploads at once. Try again shortly.', { 'retry-after': '5' });
      try {
        const form = { file: 'file', fields: ['title'], maxFileBytes: documents.maxFileBytes };
        const added = await readUpload(request, form, (file) => addUpload(documents, viewer, uploadOf(file)));
        return reply.code(201).send(added);
      } finally {
        leave();
      }
    },
  });
}

async function addUpload(documents: CoachDocuments, viewer: Viewer, sent: Upload): Promise<schema.CoachDocument> {
  const upload = { ...sent, title: async () => checkedBody(schema.uploadTitle, { title: await sent.title() }).title };
  const named = /^(.+)\.(?:txt|text|md|markdown)$/i.exec(upload.name);
  if (named !== null) {
    const text = await textOf(upload.bytes);
    const title = (await upload.title()) ?? named[1] ?? upload.name;
    return documents.addText(viewer, checkedBody(schema.newDocument, { title, text }));
  }
  const added = await documents.addFile(viewer, upload);
  if ('kind' in added) throw documentRefusal(added.kind, documents);
  return added;
}

/** Above the maximum number of characters of a document. */
const mostBytes = 4_000_001;

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    if (length < mostBytes) parts.push(part);
    length += part.length;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new Problem('bad_request', 'The file is not UTF-8 text.');
  }
}
