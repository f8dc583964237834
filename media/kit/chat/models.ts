import type { ChatServer } from '../../line/chat.ts';
import { parseJson } from '../parse-json.ts';
import { openChatClient } from './client.ts';

/** The list of a server that offers the models of many others has several hundred. */
const mostModels = 1000;

/** Returns the names of the models that a server offers. Rejects with the client's error. */
export async function listModels(server: ChatServer, timeoutMs: number): Promise<readonly string[]> {
  const response = await openChatClient(server, timeoutMs, maxListBytes).get('/models').asResponse();
  const text = await response.text();
  const { data, models } = (parseJson(text) ?? {}) as { readonly data?: unknown; readonly models?: unknown };
  const rows = Array.isArray(data) ? data : Array.isArray(models) ? models : [];
  const names = rows.slice(0, mostModels).map((row: unknown) => {
    const { id, name } = (row ?? {}) as { readonly id?: unknown; readonly name?: unknown };
    return typeof id === 'string' ? id : typeof name === 'string' ? name : '';
  });
  return [...new Set(names.filter((name) => name !== '' && name.length <= maxNameChars))].sort();
}

const maxListBytes = 4 * 1024 * 1024;
const maxNameChars = 200;
