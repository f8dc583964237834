import type { Readable } from 'node:stream';
import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allowLongBody } from './body-deadline.ts';
import { bytesType } from './content-types.ts';
import { Problem } from './problem.ts';

export interface UploadedFile {
  /** File name from the client: untrusted, for display only. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Size of the whole form, if the client states it. */
  readonly expectedBytes: number | undefined;
  /**
   * Reads the form to its end and returns its other fields, including those before the file. Call it after reading
   * `bytes`. Throws `bad_request` for a second file or an invalid field.
   */
  readonly fields: () => Promise<ReadonlyMap<string, string>>;
}

export interface UploadForm {
  /** Name of the part with the file. */
  readonly file: string;
  /** Names of the accepted fields; others are ignored. */
  readonly fields: readonly string[];
  readonly maxFileBytes: number;
}

const maxParts = 20;
const limits = {
  parts: maxParts,
  files: 1,
  fields: maxParts,
  fieldNameSize: 100,
  fieldSize: 4096,
  headerPairs: 20,
};
/** Allowance for boundaries, headers and fields of an ordinary form. */
const formBytes = 256 * 1024;

/** Calls `register` with an app whose routes accept multipart forms and whose bodies may take long. */
export function registerUploads(app: FastifyInstance, register: (uploads: FastifyInstance) => void): void {
  app.register(async (uploads) => {
    // The consumer of the bytes counts them and reports the limit.
    await uploads.register(multipart, { throwFileSizeLimit: false });
    uploads.addHook('preParsing', async (request) => allowLongBody(request.raw));
    register(uploads);
  });
}

/**
 * Calls `register` with an app like that of `registerUploads`, whose routes also accept the bytes of an audio file as
 * the whole body. Pages of other sites cannot send these types without a preflight.
 */
export function registerFileBodies(uploads: FastifyInstance, register: (bodies: FastifyInstance) => void): void {
  uploads.register(async (bodies) => {
    for (const type of [bytesType, /^audio\//])
      bodies.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
    register(bodies);
  });
}

/** Passes a file that is the whole body to `use`; it has no name and no other fields. */
export async function readFileBody<T>(
  request: FastifyRequest,
  { maxFileBytes }: Pick<UploadForm, 'maxFileBytes'>,
  use: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const expectedBytes = lengthOf(request);
  if (expectedBytes !== undefined && expectedBytes > maxFileBytes) throw tooLarge(maxFileBytes);
  try {
    return await use({ name: '', bytes: request.body as Readable, expectedBytes, fields: async () => new Map() });
  } finally {
    releaseForm(request);
  }
}

/** Reads a form up to its file and passes the file to `use`. Discards what `use` leaves unread. */
export async function readUpload<T>(
  request: FastifyRequest,
  form: UploadForm,
  use: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Problem('bad_request', `Send a multipart form with the part "${form.file}".`);
  const expectedBytes = lengthOf(request);
  if (expectedBytes !== undefined && expectedBytes > form.maxFileBytes + formBytes) throw tooLarge(form.maxFileBytes);
  // One byte beyond the limit distinguishes a longer file from one of exactly that size.
  const parts = request.parts({ limits: { ...limits, fileSize: form.maxFileBytes + 1 } });
  const fields = new Map<string, string>();
  try {
    for (;;) {
      const { value: part, done } = await parts.next();
      if (done) throw new Problem('bad_request', `The form has no part "${form.file}" with a file.`);
      if (part.type === 'field') takeField(part, form, fields);
      else return await use(uploadedFile(part, { form, parts, fields, expectedBytes }));
    }
  } catch (error) {
    throw namedFormFault(error, { maxFiles: 1, maxParts });
  } finally {
    releaseForm(request);
  }
}

interface Reading {
  readonly form: UploadForm;
  readonly parts: AsyncIterableIterator<MultipartFile | MultipartValue>;
  readonly fields: Map<string, string>;
  readonly expectedBytes: number | undefined;
}

function uploadedFile(part: MultipartFile, { form, parts, fields, expectedBytes }: Reading): UploadedFile {
  if (part.fieldname !== form.file) throw new Problem('bad_request', `Send the file as the part "${form.file}".`);
  return {
    name: part.filename ?? '',
    bytes: part.file,
    expectedBytes,
    async fields() {
      for await (const next of parts) {
        if (next.type !== 'field') throw new Problem('bad_request', 'The form has more than one file.');
        takeField(next, form, fields);
      }
      return fields;
    },
  };
}

function takeField(part: MultipartValue, form: UploadForm, fields: Map<string, string>): void {
  if (part.fieldname === form.file) throw new Problem('bad_request', `The part "${form.file}" is not a file.`);
  if (!form.fields.includes(part.fieldname)) return;
  if (part.valueTruncated || typeof part.value !== 'string') {
    throw new Problem('bad_request', `The field "${part.fieldname}" is too long or is not text.`);
  }
  fields.set(part.fieldname, part.value);
}

export const tooLarge = (maxBytes: number): Problem =>
  new Problem('too_large', `The file is larger than ${Math.floor(maxBytes / 2 ** 20)} MiB.`);

function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = Number(headers['content-length']);
  return Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}

/**
 * An unread file would stall the parser and the rest of the body, and a browser reads the response only once it has
 * sent everything.
 */
export function releaseForm({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** Maps errors of the multipart parser to problems. They are plain errors, most without a status. */
export function namedFormFault(
  error: unknown,
  most: { readonly maxFiles: number; readonly maxParts: number },
): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const code = (error as { code?: unknown }).code;
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return new Problem('bad_request', `The form has more than ${most.maxParts} parts.`);
  if (code === 'FST_FILES_LIMIT')
    return new Problem(
      'bad_request',
      `The form has more than ${most.maxFiles === 1 ? 'one file' : `${most.maxFiles} files`}.`,
    );
  if (code === 'FST_PROTO_VIOLATION') return new Problem('bad_request', 'The form has a part with a reserved name.');
  if (code === 'FST_MP_PREMATURE_CLOSE') return new Problem('bad_request', 'The form is incomplete.');
  const isForm = /multipart|part terminated|malformed|boundary|unexpected end/i.test(error.message);
  return isForm ? new Problem('bad_request', 'The body is not a complete multipart form.') : error;
}
