import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { goneSignal } from '../../../http/gone.ts';
import { viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import {
  readFileBody,
  readUpload,
  registerFileBodies,
  registerUploads,
  type UploadedFile,
} from '../../../http/uploads.ts';
import { checkedBody } from '../../../http/zod-compilers.ts';
import { acceptedOf, hasAudio, refOfId, unknownCall } from './answers.ts';
import type { Intake } from './intake.ts';
import type { Upload } from './intake-file.ts';
import * as schema from './schema.ts';
import type { CallAnalysis } from './service.ts';
import * as upload from './upload-schema.ts';
import type { Viewer } from './viewer.ts';

export interface UploadRoutes {
  readonly intake: Intake;
  readonly analysis: Pick<CallAnalysis, 'get'>;
}

const tags = ['call analysis'];
const writing = { scopes: ['sales:calls:write'] } as const;

type ById = { Params: z.output<typeof schema.callId> };

export function registerUploadRoutes(app: FastifyInstance, options: UploadRoutes): void {
  registerUploads(app, (uploads) => {
    registerIntake(uploads, options);
    registerFileBodies(uploads, (bodies) => registerRecording(bodies, options));
  });
  registerTwoSteps(app, options);
}

const conflicts =
  'The uploaded recordings of the organisation have reached their quota, or the `Idempotency-Key` belongs to a request with another body.';

function registerIntake(app: FastifyInstance, { intake }: UploadRoutes): void {
  app.route<{ Headers: z.output<typeof upload.uploadHeaders> }>({
    method: 'POST',
    url: '/api/uploads',
    config: { access: writing, errors: { conflict: conflicts } },
    schema: {
      summary: 'Uploads a recording (multipart `file`) to be transcribed and analysed.',
      description:
        'In a stereo recording each channel is one speaker: the customer is on the first channel unless the words show otherwise. A request repeated with the same `Idempotency-Key` returns the call that the first one added.',
      tags,
      headers: upload.uploadHeaders,
      multipart: upload.uploadForm,
      response: { 202: upload.accepted },
    },
    handler: async (request, reply) => {
      const key = request.headers['idempotency-key'];
      const added = await withUpload(request, intake, (upload) =>
        intake.upload(viewerOf(request), upload, { source: 'upload', key }),
      );
      return reply.code(202).send(acceptedOf(added, intake));
    },
  });

  app.route<{ Headers: z.output<typeof upload.uploadHeaders> }>({
    method: 'POST',
    url: '/api/v1/sales/calls',
    config: {
      access: writing,
      errors: { conflict: conflicts },
    },
    schema: {
      summary:
        'Adds a conversation: a recording as multipart `file`, or JSON with a ready `transcript` or a `recording_url`.',
      description:
        'A request repeated with the same `Idempotency-Key` returns the call that the first one added. With another body it returns 409. A `recording_url` must have a public address; the recording is fetched in the background.',
      tags,
      headers: upload.uploadHeaders,
      multipart: upload.uploadForm,
      orJson: upload.givenBody,
      response: { 202: upload.accepted },
    },
    handler: async (request, reply) => {
      const viewer = viewerOf(request);
      const key = request.headers['idempotency-key'];
      const added = request.isMultipart()
        ? await withUpload(request, intake, (upload) => intake.upload(viewer, upload, { source: 'api', key }))
        : await addGiven(intake, viewer, { body: request.body, key, signal: goneSignal(reply) });
      return reply.code(202).send(acceptedOf(added, intake));
    },
  });
}

function registerRecording(app: FastifyInstance, { intake, analysis }: UploadRoutes): void {
  app.route<ById>({
    method: 'PUT',
    url: '/api/calls/:id/recording',
    config: {
      access: writing,
      errors: { conflict: 'The call has a recording already, or the organisation reached its quota of recordings.' },
    },
    schema: {
      summary: 'Uploads the recording of a call that awaits it: as multipart `file`, or as the whole body.',
      description: 'The whole body has the type `application/octet-stream`, or that of the audio (`audio/wav`).',
      tags,
      params: schema.callId,
      multipart: upload.recordingForm,
      orBytes: true,
      response: { 202: upload.accepted },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      // Checked before any byte of the form is read.
      if ((await analysis.get(viewerOf(request), refOfId(id))) === undefined) throw unknownCall(id);
      const added = await withUpload(request, intake, (upload) =>
        intake.addRecording(viewerOf(request), refOfId(id), upload),
      );
      if (added === undefined) throw unknownCall(id);
      if (added === 'conflict') throw hasAudio();
      return reply.code(202).send(acceptedOf(added, intake));
    },
  });
}

interface GivenRequest {
  readonly body: unknown;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
}

async function addGiven(intake: Intake, viewer: Viewer, { body, key, signal }: GivenRequest) {
  const { transcript: turns, recording_url: url, ...about } = checkedBody(upload.givenBody, body ?? {});
  const keyed = key === undefined ? {} : { key };
  if (turns !== undefined && url === undefined)
    return intake.addTranscript(viewer, about, { given: turns, signal, ...keyed });
  if (url !== undefined && turns === undefined) return intake.addAddress(viewer, about, { url, ...keyed });
  throw new Problem(
    'bad_request',
    turns === undefined
      ? 'transcript is missing. Send a transcript, a recording_url, or a recording as multipart "file".'
      : 'Send either transcript or recording_url, not both.',
  );
}

function registerTwoSteps(app: FastifyInstance, { intake }: UploadRoutes): void {
  app.route<{ Body: upload.About }>({
    method: 'POST',
    url: '/api/calls',
    config: { access: writing },
    schema: {
      summary: 'Creates a call whose recording follows with PUT /api/calls/{id}/recording.',
      tags,
      body: upload.about,
      response: { 201: upload.accepted },
    },
    handler: async (request, reply) => {
      const added = await intake.addWithoutRecording(viewerOf(request), request.body);
      return reply.code(201).send(acceptedOf(added, intake));
    },
  });
}

/** Reads a form with a recording while occupying an upload slot. */
async function withUpload<T>(request: FastifyRequest, intake: Intake, use: (upload: Upload) => Promise<T>): Promise<T> {
  const leave = intake.enter(viewerOf(request));
  if (leave === undefined)
    throw new Problem('unavailable', 'Too many uploads at once. Try again shortly.', { 'retry-after': '5' });
  try {
    const form = { file: 'file', fields: upload.formFields, maxFileBytes: intake.maxFileBytes };
    const read = request.isMultipart() || !(request.body instanceof Readable) ? readUpload : readFileBody;
    return await read(request, form, (file) => use(uploadOf(file)));
  } finally {
    leave();
  }
}

const uploadOf = ({ name, bytes, expectedBytes, fields }: UploadedFile): Upload => ({
  name,
  bytes,
  expectedBytes,
  about: async () =>
    checkedBody(upload.aboutForm, Object.fromEntries([...(await fields())].filter(([, text]) => text !== ''))),
});
