import { describe, expect, test } from 'vitest';
import { canLimit, crowdOut, fillTable } from '../../bench/trials/descriptors.ts';
import { sayHello } from '../../bench/trials/soak.ts';
import { testModelsDir } from '../models.ts';

const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);
const words = await sayHello(testModelsDir);
const options = { entry, env: { ...process.env, MODELS_DIR: testModelsDir }, limit: 1024, words };

describe.skipIf(!(await canLimit()))('a call in progress continues to its end', () => {
  test('with more silent connections than the server has descriptors', async () => {
    const { mostDescriptors, call, newCalls, alive } = await crowdOut({ ...options, sockets: 3_000 });
    expect({ alive, newCalls }).toEqual({ alive: true, newCalls: { placed: 4, answered: 4, failures: [] } });
    expect(call).toMatchObject({ cutOff: false, turnsDuring: call.spokenDuring, endReason: 'caller_hung_up' });
    expect(mostDescriptors).toBeLessThan(900);
  });

  test('while the server has no free descriptor', async () => {
    const { call, alive, answersAfter } = await fillTable(options);
    expect({ alive, answersAfter }).toEqual({ alive: true, answersAfter: true });
    expect(call).toMatchObject({ cutOff: false, turnsDuring: call.spokenDuring, endReason: 'caller_hung_up' });
    expect(call.recordedMs).toBeGreaterThan(call.heldMs - 4_000);
  });
});
