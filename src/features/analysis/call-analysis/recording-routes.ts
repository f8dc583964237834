import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { soundTypes } from '../../../files/index.ts';
import { bytesType } from '../../../http/content-types.ts';
import { sendFile } from '../../../http/file-reply.ts';
import { Problem } from '../../../http/problem.ts';
import { asSound, recordingTypes, sendMp3, tooManyConversions } from '../../../http/recording-reply.ts';
import { preferredSound } from '../../../recordings/index.ts';
import * as schema from './schema.ts';
import type { CallAnalysis } from './service.ts';

export interface UploadRecordingRoutes {
  readonly analysis: Pick<CallAnalysis, 'recording' | 'recordingByToken'>;
  /** Folder of the MP3s. */
  readonly recordingsDir: string;
}

type ById = { Params: z.output<typeof schema.callId> };

export function registerUploadRecording(
  app: FastifyInstance,
  { analysis, recordingsDir }: UploadRecordingRoutes,
): void {
  app.route<ById & { Querystring: z.output<typeof schema.recordingQuery> }>({
    method: 'GET',
    url: '/api/calls/:id/recording',
    config: {
      // An audio element sends no credential, so the token in `recording_url` authorises the request.
      access: 'public',
      limit: { perMinute: 600 },
      errors: { unauthorised: 'The token is missing, expired, or for another call.' },
    },
    schema: {
      summary: 'Returns the uploaded recording for a signed URL. MP3, or WAV by `format` or `Accept`. Supports ranges.',
      description:
        'A recording that cannot be converted is sent unchanged, with its own type; the header `x-not-converted` says why.',
      tags: ['call analysis'],
      params: schema.callId,
      querystring: schema.recordingQuery,
      answers: [...new Set([...recordingTypes, ...soundTypes, bytesType])],
      ranges: true,
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const row = await analysis.recordingByToken(Number(id), request.query.token ?? '');
      if (row === undefined) throw new Problem('unauthorised', 'Use the token of a recording_url of this call.');
      const format = request.query.format ?? preferredSound(request.headers.accept);
      const sound = await analysis.recording(row, format);
      if (sound === undefined) throw new Problem('not_found', 'The call has no recording.');
      if (sound.kind === 'busy') throw tooManyConversions();
      if (sound.kind === 'not_silenced')
        throw new Problem('unavailable', `The redacted numbers cannot be silenced: ${sound.detail}.`);
      reply
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header('cache-control', 'private, no-store')
        .header('vary', 'accept');
      if (sound.kind === 'mp3') return sendMp3(request, reply, sound.mp3, recordingsDir);
      if (sound.unconverted !== undefined) reply.header('x-not-converted', sound.unconverted);
      return sendFile(request, asSound(request, reply, sound.mimeType), sound.file);
    },
  });
}
