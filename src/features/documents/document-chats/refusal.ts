import { Problem } from '../../../http/problem.ts';
import { maxMessages } from './service.ts';

export const notFound = (): Problem => new Problem('not_found', 'Conversation not found or access denied.');

/** Returns the result. Throws 404 if the chat does not exist, and 409 if it is full. */
export function resultOrRefusal<T extends object>(result: T | 'full' | undefined): T {
  if (result === undefined) throw notFound();
  if (result === 'full') throw new Problem('conflict', `The chat has ${maxMessages} messages. Start a new one.`);
  return result;
}
