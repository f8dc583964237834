import { describe, expect, test } from 'vitest';
import { allApart, eachApart } from '../../src/each-apart.ts';
import { ids, newSeen, planted } from './planted-failure.ts';

describe.each([
  ['eachApart', eachApart],
  ['allApart', allApart],
])('%s', (_, apart) => {
  const name = (id: string) => ({ id });

  test('throws trouble of the database, which would fail every item', async () => {
    const away = Object.assign(new Error('gone'), { code: 'database_away' });
    const { log, logged, recorded } = newSeen();
    const record = async (id: string) => void recorded.push(id);
    await expect(apart(ids, () => Promise.reject(away), { log, trouble: 't', name, record })).rejects.toBe(away);
    expect([logged, recorded]).toEqual([[], []]);
  });

  test('handles the others if a failure cannot be recorded', async () => {
    const { log, logged, handled, handle } = newSeen();
    const record = () => Promise.reject(new Error('again'));
    await apart(ids, handle, { log, trouble: 'failed', name, record });
    expect(handled).toEqual(['first', 'last']);
    expect(logged).toEqual(['failed', 'failed, and to record it']);
  });

  test('logs at most twenty failures', async () => {
    const { log, logged } = newSeen();
    await apart(Array(100).fill('planted'), () => Promise.reject(planted), { log, trouble: 'failed', name });
    expect(logged).toEqual(Array(20).fill('failed'));
  });
});
