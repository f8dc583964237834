import type { Complaint, FarCommand, FarParse } from './far-dialect.ts';
import { type Fields, fieldsOf, textOf } from './fields.ts';

export const understood = (...commands: FarCommand[]): FarParse => ({ commands, complaints: [] });

export const complain = (code: Complaint['code'], detail: string, ...commands: FarCommand[]): FarParse => ({
  commands,
  complaints: [{ code, detail }],
});

/** Returns a JSON object, or a complaint about anything else. */
export function readMessage(message: string | Uint8Array): { fields: Fields } | { failed: FarParse } {
  if (typeof message !== 'string') {
    return { failed: complain('unexpected_binary', `a binary frame of ${message.length} bytes`) };
  }
  try {
    const fields = fieldsOf(JSON.parse(message));
    if (fields !== undefined) return { fields };
  } catch {
    return { failed: complain('not_json', message.slice(0, 80)) };
  }
  return { failed: complain('bad_message', `not an object: ${message.slice(0, 80)}`) };
}

/** Returns the mark of this name, or a complaint; `kind` names the message in it. */
export function markOf(value: unknown, kind = 'a mark'): FarParse {
  const name = textOf(value);
  return name === undefined || name === ''
    ? complain('bad_message', `${kind} without a name`)
    : understood({ type: 'mark', name });
}

/** Decodes strict base64; undefined for anything else, including the empty string. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string' || value.length === 0) return undefined;
  const bytes = Buffer.from(value, 'base64');
  return bytes.toString('base64') === value ? new Uint8Array(bytes) : undefined;
}

export const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
