import { expect, test } from 'vitest';
import { createScope } from '../../media/kit/scope.ts';

test('closing a scope runs undo functions newest first, with children, once', async () => {
  const undone: string[] = [];
  const server = createScope();
  server.defer(() => void undone.push('listener'));
  const call = server.child();
  call.defer(() => void undone.push('call'));
  server.defer(() => void undone.push('pool'));
  await Promise.all([server.close(), server.close()]);
  expect(undone).toEqual(['pool', 'call', 'listener']);
  expect(call.signal.aborted).toBe(true);
});

test('aborting a reply does not abort its call', () => {
  const call = createScope();
  const reply = call.child();
  reply.abort('barge-in');
  expect(reply.signal.reason).toBe('barge-in');
  expect(call.signal.aborted).toBe(false);
});

test('a closed child is removed from its parent', async () => {
  const server = createScope();
  let closed = 0;
  const call = server.child();
  call.defer(() => {
    closed += 1;
  });
  await call.close();
  await server.close();
  expect(closed).toBe(1);
});

test('every undo runs even if one throws, and the failure is reported', async () => {
  const scope = createScope();
  let reached = false;
  scope.defer(() => {
    reached = true;
  });
  scope.defer(() => {
    throw new Error('stuck');
  });
  await expect(scope.close()).rejects.toThrow('stuck');
  expect(reached).toBe(true);
});
