import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';
import { namedFormFault, releaseForm } from './uploads.ts';

export interface FormFile {
  /** Name of the part. */
  readonly field: string;
  /** File name from the client: untrusted, for display only. */
  readonly name: string;
  /** Must be read or dropped before the next part is requested. */
  readonly bytes: AsyncIterable<Uint8Array>;
  drop(): void;
}

export interface FilesForm {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
}

const maxFields = 20;

/** Passes `use` a function that returns a form's next file, or undefined at the end. Other fields are ignored. */
export async function readFiles<T>(
  request: FastifyRequest,
  { maxFiles, maxFileBytes }: FilesForm,
  use: (next: () => Promise<FormFile | undefined>) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Problem('bad_request', 'Send a multipart form with files.');
  const limits = { parts: maxFiles + maxFields, files: maxFiles, fields: maxFields, fieldNameSize: 100 };
  // One byte beyond the limit distinguishes a file of exactly that size from a longer one.
  const parts = request.parts({ limits: { ...limits, fieldSize: 4096, headerPairs: 20, fileSize: maxFileBytes + 1 } });
  try {
    return await use(async () => {
      for await (const part of { [Symbol.asyncIterator]: () => withoutReturn(parts) })
        if (part.type === 'file')
          return {
            field: part.fieldname,
            name: part.filename ?? '',
            bytes: part.file,
            drop: () => void part.file.resume(),
          };
      return undefined;
    });
  } catch (error) {
    throw namedFormFault(error, { maxFiles, maxParts: maxFiles + maxFields });
  } finally {
    releaseForm(request);
  }
}

/** Omits `return`, so that leaving a loop does not end the iterator and a later loop can continue it. */
const withoutReturn = <T>(iterator: AsyncIterator<T>): AsyncIterator<T> => ({ next: () => iterator.next() });
