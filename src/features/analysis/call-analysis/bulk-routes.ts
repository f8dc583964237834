import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../../http/identity.ts';
import { readFiles } from '../../../http/many-uploads.ts';
import { Problem } from '../../../http/problem.ts';
import { registerUploads } from '../../../http/uploads.ts';
import { type Bulk, mostBulkFiles } from './bulk.ts';
import type { BulkUpload } from './bulk-store.ts';
import type { Intake } from './intake.ts';
import * as upload from './upload-schema.ts';

const tags = ['call analysis'];

export interface BulkRoutes {
  readonly bulk: Bulk;
  readonly intake: Pick<Intake, 'enter' | 'maxFileBytes'>;
}

export function registerBulkRoutes(app: FastifyInstance, { bulk, intake }: BulkRoutes): void {
  registerUploads(app, (uploads) =>
    uploads.route({
      method: 'POST',
      url: '/api/uploads/bulk',
      config: { access: { scopes: ['sales:calls:write'] } },
      schema: {
        summary: `Uploads up to ${mostBulkFiles} recordings (multipart \`files\`) with an optional CSV \`manifest\`.`,
        description:
          'The manifest has the column `file` with the name of each file, and a column for each field of a single upload. A bad file or row is refused alone and listed in `errors`. The same audio twice is analysed once.',
        tags,
        multipart: upload.bulkForm,
        response: { 202: upload.bulkUpload },
      },
      handler: async (request, reply) => {
        const viewer = viewerOf(request);
        const leave = intake.enter(viewer);
        if (leave === undefined)
          throw new Problem('unavailable', 'Too many uploads at once. Try again shortly.', { 'retry-after': '5' });
        try {
          const form = { maxFiles: mostBulkFiles + 1, maxFileBytes: intake.maxFileBytes };
          const upload = await readFiles(request, form, (next) => bulk.add(viewer, next));
          return await reply.code(202).send(toJson(upload));
        } finally {
          leave();
        }
      },
    }),
  );

  app.route<{ Params: z.output<typeof upload.uploadId> }>({
    method: 'GET',
    url: '/api/uploads/:upload_id',
    config: { access: { scopes: ['sales:calls:read'] } },
    schema: {
      summary: 'Returns the progress of a bulk upload.',
      tags,
      params: upload.uploadId,
      response: { 200: upload.bulkUpload },
    },
    handler: async (request) => {
      const { upload_id } = request.params;
      const upload = await bulk.get(viewerOf(request), upload_id);
      if (upload === undefined) throw new Problem('not_found', `Upload ${upload_id} does not exist.`);
      return toJson(upload);
    },
  });
}

function toJson({ uuid, calls, errors, createdAt }: BulkUpload): upload.BulkUploadJson {
  const newCalls = calls.filter(({ isDuplicate }) => !isDuplicate);
  const [completed, failed] = (['completed', 'failed'] as const).map(
    (status) => newCalls.filter((call) => call.status === status).length,
  ) as [number, number];
  return {
    upload_id: uuid,
    status: completed + failed === newCalls.length ? 'completed' : 'processing',
    total: newCalls.length,
    completed,
    failed,
    calls: calls.map(({ id, uuid: call, status, error, fileName, isDuplicate }) => ({
      id,
      uuid: call,
      status,
      error,
      file: fileName,
      duplicate: isDuplicate,
    })),
    errors: [...errors],
    created_at: createdAt,
  };
}
