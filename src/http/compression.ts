import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** JSON, the console's files and providers' documents. Never audio, which is already compressed, nor event streams. */
const compressible = /^(application\/(json|xml|javascript)|text\/(?!event-stream)|image\/svg\+xml)/;

/** A shorter response fits one packet uncompressed. Responses with a token or key are all shorter. */
const thresholdBytes = 1024;

/**
 * Compresses the responses of every route registered after it. Compressed request bodies are not supported, since
 * expanding a thousandfold has no legitimate use here.
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
