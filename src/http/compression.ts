import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** JSON, the console's files, documents of providers. Never audio, which is compressed already, nor event streams. */
const compressible = /^(application\/(json|xml|javascript)|text\/(?!event-stream)|image\/svg\+xml)/;

/** A shorter answer fits one packet as it is; those that hold a token or key are all shorter. */
const thresholdBytes = 1024;

/**
 * Compresses answers of every route registered after it. Bodies of requests are taken as they are: one that unpacks to
 * a thousandfold has no legitimate use here.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: compressible,
    threshold: thresholdBytes,
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}
