import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Mp3 } from '../recordings/index.ts';
import { acceptedType, bytesType } from './content-types.ts';
import { Problem } from './problem.ts';

/** Types of a recording: by the client's choice, MP3 or WAV. */
export const recordingTypes = ['audio/mpeg', 'audio/wav'] as const;

/** Sets the type of a recording, or `application/octet-stream` for a client that accepts nothing else. */
export const asSound = (request: FastifyRequest, reply: FastifyReply, mimeType: string): FastifyReply =>
  reply.type(acceptedType(request.headers.accept, [mimeType, bytesType]));

export const tooManyConversions = (): Problem =>
  new Problem('unavailable', 'Too many recordings are being converted. Try again shortly or use format=wav.', {
    'retry-after': '5',
  });

/** Sends an MP3 from the folder of MP3s, or the requested range of it. */
export function sendMp3(request: FastifyRequest, reply: FastifyReply, mp3: Mp3, dir: string): FastifyReply {
  if (mp3.kind === 'busy') throw tooManyConversions();
  if (mp3.kind === 'failed')
    throw new Problem('unavailable', `The MP3 conversion failed (${mp3.detail}). Use format=wav.`);
  return asSound(request, reply, 'audio/mpeg').sendFile(mp3.name, dir, { cacheControl: false });
}
