import { z } from 'zod';
import { parseJson } from '../../media/kit/parse-json.ts';

/** A server that lists its models, and the first of them. */
export interface ServedModel {
  /** Up to its version. */
  readonly baseUrl: string;
  readonly model: string;
}

/** `late`: no answer in time. `key`: it requires one. `status`: an error status. `no_list`: the answer lists no model. */
export type ModelListTrouble = 'unreachable' | 'late' | 'key' | 'status' | 'no_list';

const listed = z.object({ data: z.array(z.object({ id: z.string().min(1).max(500) })).min(1) });
/** A list of models has a few kB. */
const mostBytes = 1_000_000;

/**
 * Asks a server with the OpenAI API for its first model; `/v1` is found where the address has no version. Sends no key.
 * Never rejects.
 */
export async function servedModelAt(address: string, timeoutMs: number): Promise<ServedModel | ModelListTrouble> {
  const baseUrl = address.replace(/\/+$/, '');
  const signal = AbortSignal.timeout(timeoutMs);
  for (const url of [baseUrl, `${baseUrl}/v1`]) {
    const model = await firstModelAt(url, signal).catch(
      (): ModelListTrouble => (signal.aborted ? 'late' : 'unreachable'),
    );
    if (model === 'missing') continue;
    return typeof model === 'object' ? { baseUrl: url, model: model.model } : model;
  }
  return 'no_list';
}

/** `missing`: the server does not have this path. */
async function firstModelAt(
  baseUrl: string,
  signal: AbortSignal,
): Promise<{ readonly model: string } | ModelListTrouble | 'missing'> {
  const response = await fetch(`${baseUrl}/models`, { signal, redirect: 'error' });
  if (!response.ok) {
    await response.body?.cancel();
    if (response.status === 404) return 'missing';
    return response.status === 401 || response.status === 403 ? 'key' : 'status';
  }
  const list = listed.safeParse(jsonIn(await beginningOf(response)));
  const [first] = list.data?.data ?? [];
  return first === undefined ? 'no_list' : { model: first.id };
}

/** No more is read than a list can have. */
async function beginningOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > mostBytes) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
