import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { onPostgres } from '../data/databases.ts';
import { lineNumber, localHeaders, openTestApp } from './test-app.ts';

/**
 * Records the statements and transactions of one request. Rounds of the server send others meanwhile. A pool may run them
 * in the context of another request, so they are recorded as they reach it.
 */
function recordStatements() {
  const requests = new AsyncLocalStorage<string[]>();
  const prototype = pg.Pool.prototype as unknown as Record<'query' | 'connect', (...given: unknown[]) => unknown>;
  const { query, connect } = prototype;
  prototype.query = function (...given) {
    const [statement] = given as [{ readonly text?: string } | string];
    requests.getStore()?.push(typeof statement === 'string' ? statement : String(statement.text));
    return query.apply(this, given);
  };
  // The pool itself connects with a callback.
  prototype.connect = function (...given) {
    if (given.length === 0) requests.getStore()?.push('BEGIN');
    return connect.apply(this, given);
  };
  onTestFinished(() => {
    Object.assign(prototype, { query, connect });
  });
  return requests;
}

onPostgres('the answer callback of a new call', ({ place }) => {
  test('takes six statements, each a transaction by itself', async () => {
    const { databaseUrl = '' } = await place();
    const app = await openTestApp({ env: { DATABASE_URL: databaseUrl, TELEPHONY_A_NETWORKS: '127.0.0.0/8' } });
    const requests = recordStatements();
    const statements: string[] = [];
    const response = await requests.run(statements, () =>
      app.http.inject({
        method: 'POST',
        url: '/api/voice/webhooks/telephony_a/answer',
        headers: { ...localHeaders, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ CallUUID: randomUUID(), From: '+12025550100', To: lineNumber }).toString(),
      }),
    );
    expect(response.body).toMatch(/ws:/);
    expect(statements).not.toContain('BEGIN');
    expect(statements, statements.join('\n')).toHaveLength(6);
  });
});
