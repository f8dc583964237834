import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';
import { namedFormFault, releaseForm } from './uploads.ts';

export interface FormFile {
  /** Of the part. */
  readonly field: string;
  /** As the client gave it: hostile, and for people only. */
  readonly name: string;
  /** To be read, or dropped, before the next part is asked for. */
  readonly bytes: AsyncIterable<Uint8Array>;
  drop(): void;
}

export interface FilesForm {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
}

const maxFields = 20;

/** Hands `use` a form's files one after another: the next one, or undefined at the end. Other fields are ignored. */
export async function readFiles<T>(
  request: FastifyRequest,
  { maxFiles, maxFileBytes }: FilesForm,
  use: (next: () => Promise<FormFile | undefined>) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Problem('bad_request', 'Send a multipart form with files.');
  const limits = { parts: maxFiles + maxFields, files: maxFiles, fields: maxFields, fieldNameSize: 100 };
  // One byte more than is accepted distinguishes a file at the limit from a longer one.
  const parts = request.parts({ limits: { ...limits, fieldSize: 4096, headerPairs: 20, fileSize: maxFileBytes + 1 } });
  try {
    return await use(async () => {
      for await (const part of { [Symbol.asyncIterator]: () => withoutReturn(parts) })
        if (part.type === 'file')
          return {
            ...{ field: part.fieldname, name: part.filename ?? '', bytes: part.file },
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

/** Omits `return`, so that leaving a loop does not end the iterator: a later loop continues it. */
const withoutReturn = <T>(iterator: AsyncIterator<T>): AsyncIterator<T> => ({ next: () => iterator.next() });
