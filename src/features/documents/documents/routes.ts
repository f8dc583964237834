import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { kindsInWords, mimeTypes } from '../../../files/index.ts';
import { acceptedType, bytesType } from '../../../http/content-types.ts';
import { sendFile } from '../../../http/file-reply.ts';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { readUpload, registerUploads, tooLarge, type UploadedFile } from '../../../http/uploads.ts';
import { checkedBody } from '../../../http/zod-compilers.ts';
import * as schema from './schema.ts';
import { type AddResult, type Documents, documentToJson, type NewUpload } from './service.ts';
import type { DocumentOwner } from './store.ts';

type OneDocument = { Params: z.output<typeof schema.documentUuid> };

const tags = ['knowledge base'];
const params = schema.documentUuid;

const unknownDocument = (uuid: string): Problem => new Problem('not_found', `Document ${uuid} does not exist.`);

/** A document belongs to the person, whichever of their credentials sends the request. */
const ownerOf = (request: FastifyRequest): DocumentOwner => ({
  organisationId: organisationOf(request),
  userUuid: userOf(request),
});

export function registerDocumentRoutes(app: FastifyInstance, documents: Documents): void {
  registerUploads(app, (uploads) => registerAdding(uploads, documents));
  registerReading(app, documents);
  registerChanging(app, documents);
  registerFile(app, documents);
  registerDownload(app, documents);
}

function registerAdding(app: FastifyInstance, documents: Documents): void {
  app.route({
    method: 'POST',
    url: '/api/kb/documents',
    config: { access: {}, errors: { conflict: 'The documents of the organisation have reached its quota.' } },
    schema: {
      summary: `Adds a document: a multipart form with the file in "file" (${kindsInWords}; detected by content), and optionally its "title"; or JSON with a title and a text in Markdown.`,
      tags,
      multipart: schema.documentForm,
      orJson: schema.newText,
      response: { 201: schema.document },
    },
    handler: async (request, reply) => {
      const owner = ownerOf(request);
      const leave = documents.enter(owner);
      if (leave === undefined) {
        throw new Problem('unavailable', 'Too many uploads at once. Try again shortly.', { 'retry-after': '5' });
      }
      try {
        const form = { file: 'file', fields: ['title', 'visibility'], maxFileBytes: documents.maxFileBytes };
        const added = request.isMultipart()
          ? await readUpload(request, form, (file) => documents.add(owner, uploadOf(file)))
          : await documents.add(owner, typedText(checkedBody(schema.newText, request.body ?? {})));
        if (added.kind !== 'added') throw refusal(added.kind, documents);
        return reply.code(201).send(documentToJson(added.document, owner));
      } finally {
        leave();
      }
    },
  });
}

/** Returns a typed text as a file of Markdown. */
function typedText({ title, text, visibility }: z.output<typeof schema.newText>): NewUpload {
  const bytes = Buffer.from(`${text.trimEnd()}\n`);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  return {
    name: `${title}.md`,
    bytes: chunks(),
    expectedBytes: bytes.length,
    title: async () => title,
    visibility: async () => visibility,
  };
}

export const uploadOf = ({ name, bytes, expectedBytes, fields }: UploadedFile) => ({
  name,
  bytes,
  expectedBytes,
  title: async () => (await fields()).get('title'),
  visibility: async () =>
    checkedBody(schema.uploadVisibility, { visibility: (await fields()).get('visibility') }).visibility,
});

export function refusal(
  kind: Exclude<AddResult['kind'], 'added'>,
  { maxFileBytes, quotaBytes }: Pick<Documents, 'maxFileBytes' | 'quotaBytes'>,
): Problem {
  switch (kind) {
    case 'empty':
      return new Problem('bad_request', 'The file is empty.');
    case 'unknown_type':
      return new Problem(
        'bad_request',
        `Unsupported file type. Use ${kindsInWords}. A text needs the extension of its format, and binary files are not text.`,
      );
    case 'locked_office':
      return new Problem(
        'bad_request',
        'The file is password-protected. Save a copy without a password and upload it.',
      );
    case 'old_office':
      return new Problem(
        'bad_request',
        'The file is in an old Office format (.doc, .xls, .ppt or .msg). Save it as .docx, .xlsx, .pptx or PDF and upload it.',
      );
    case 'website_link':
      return new Problem(
        'bad_request',
        'The file is a link to a website. Add its address with POST /api/kb/websites, or on the page Documents.',
      );
    case 'cut_short':
      return new Problem(
        'bad_request',
        'The file is an MP4 or M4A without its index: it was cut short. Upload it whole.',
      );
    case 'bad_title':
      return new Problem('bad_request', 'The title has no visible characters.');
    case 'too_large':
      return tooLarge(maxFileBytes);
    case 'over_quota':
      return new Problem(
        'conflict',
        `Your organisation has reached its quota of ${Math.floor(quotaBytes / 2 ** 20)} MiB for documents. Delete some first.`,
      );
    case 'no_room':
      return new Problem('unavailable', 'The disk of the server is nearly full. Uploads are disabled.', {
        'retry-after': '60',
      });
  }
}

function registerReading(app: FastifyInstance, documents: Documents): void {
  app.route<{ Querystring: z.output<typeof schema.documentQuery> }>({
    method: 'GET',
    url: '/api/kb/documents',
    config: { access: {} },
    schema: {
      summary: 'Lists your documents and those of the organisation, newest first.',
      tags,
      querystring: schema.documentQuery,
      response: { 200: schema.documentList },
    },
    handler: async (request) => {
      const viewer = ownerOf(request);
      const { rows, total } = await documents.list(viewer, request.query);
      return { ...request.query, documents: rows.map((row) => documentToJson(row, viewer)), total };
    },
  });

  app.route<OneDocument>({
    method: 'GET',
    url: '/api/kb/documents/:uuid',
    config: { access: {} },
    schema: { summary: 'Returns a document.', tags, params, response: { 200: schema.document } },
    handler: async (request) => {
      const { uuid } = request.params;
      const viewer = ownerOf(request);
      const document = await documents.seen(viewer, uuid);
      if (document === undefined) throw unknownDocument(uuid);
      return documentToJson(document, viewer);
    },
  });
}

/** Explains why a person cannot change a document: it does not exist for them, or it is a colleague's. */
export async function notOwned(documents: Pick<Documents, 'seen'>, viewer: DocumentOwner, uuid: string) {
  const seen = await documents.seen(viewer, uuid);
  if (seen === undefined) return unknownDocument(uuid);
  const owner = seen.ownerName ?? 'a colleague';
  return new Problem('forbidden', `The document belongs to ${owner}. Ask them to change it, or upload your own copy.`);
}

function registerChanging(app: FastifyInstance, documents: Documents): void {
  app.route<OneDocument & { Body: z.output<typeof schema.documentPatch> }>({
    method: 'PATCH',
    url: '/api/kb/documents/:uuid',
    config: { access: {} },
    schema: {
      summary: 'Updates the title of your document, and whether the organisation may read it.',
      tags,
      params,
      body: schema.documentPatch,
      response: { 200: schema.document },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const owner = ownerOf(request);
      const changed = await documents.change(owner, uuid, request.body);
      if (changed === undefined) throw await notOwned(documents, owner, uuid);
      if (changed === 'bad_title') throw refusal('bad_title', documents);
      return documentToJson(changed, owner);
    },
  });

  app.route<OneDocument>({
    method: 'DELETE',
    url: '/api/kb/documents/:uuid',
    config: { access: {} },
    schema: {
      response: { 204: z.null() },
      summary: 'Deletes a document, its file and everything derived from it.',
      tags,
      params,
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const owner = ownerOf(request);
      if (!(await documents.remove(owner, uuid))) throw await notOwned(documents, owner, uuid);
      return reply.code(204).send();
    },
  });
}

/** Types for `Accept`: that of the document, or plain bytes. */
const fileTypes = [...mimeTypes, bytesType];

/** If a browser renders the file after all, this policy blocks its scripts and isolates its origin. */
const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

function registerFile(app: FastifyInstance, documents: Documents): void {
  app.route<OneDocument>({
    // An explicit HEAD: Fastify's own would read the whole file to count it.
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: '/api/kb/documents/:uuid/file',
    config: { access: {} },
    schema: { summary: 'Returns the original file. Supports ranges.', tags, params, answers: fileTypes, ranges: true },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const owner = ownerOf(request);
      const file = await documents.file(owner, uuid);
      if (file === undefined) throw unknownDocument(uuid);
      return sendDocument(request, reply.header('cache-control', 'private, no-cache'), file);
    },
  });
}

const staleToken =
  'Use the token of a download_url of this document. It expires after five minutes; request a new one.';

function registerDownload(app: FastifyInstance, documents: Documents): void {
  app.route<OneDocument>({
    method: 'GET',
    url: '/api/kb/documents/:uuid/download-url',
    config: { access: {} },
    schema: {
      summary: 'Returns a signed download URL, valid for five minutes.',
      tags,
      params,
      response: { 200: schema.download },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const token = await documents.downloadToken(ownerOf(request), uuid);
      if (token === undefined) throw unknownDocument(uuid);
      reply.header('cache-control', 'no-store');
      return { download_url: `/api/kb/documents/${uuid}/download?token=${token}` };
    },
  });

  app.route<OneDocument & { Querystring: z.output<typeof schema.downloadQuery> }>({
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: '/api/kb/documents/:uuid/download',
    config: {
      // A browser that saves a file sends no credential, so the token in `download_url` authorises the request.
      access: 'public',
      limit: { perMinute: 600 },
      errors: {
        unauthorised: 'The token is missing, expired, for another document, or its user has left the organisation.',
      },
    },
    schema: {
      summary: 'Returns the file for a signed URL. Supports ranges.',
      tags,
      params,
      querystring: schema.downloadQuery,
      answers: fileTypes,
      ranges: true,
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const owner = await documents.ownerByToken(request.query.token ?? '', uuid);
      if (owner === undefined) throw new Problem('unauthorised', staleToken);
      const file = await documents.file(owner, uuid);
      if (file === undefined) throw unknownDocument(uuid);
      return sendDocument(request, reply.header('cache-control', 'private, no-store'), file);
    },
  });
}

type FoundFile = NonNullable<Awaited<ReturnType<Documents['file']>>>;

function sendDocument(request: FastifyRequest, reply: FastifyReply, storedFile: FoundFile): Promise<FastifyReply> {
  const { document, file } = storedFile;
  reply
    .type(acceptedType(request.headers.accept, [document.mimeType, bytesType]))
    .header('vary', 'accept')
    .header('content-disposition', contentDisposition(document.fileName))
    .header('content-security-policy', filePolicy);
  return sendFile(request, reply, { ...file, etag: `"${document.digest}"` });
}
