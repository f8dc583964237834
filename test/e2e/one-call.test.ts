import { expect, test } from 'vitest';
import { holdConversation, openSpeech } from '../../media/index.ts';
import { testModelsDir } from '../models.ts';
import { openSharedServer } from './running-server.ts';

test('a caller is greeted, understood and answered aloud, and the call is recorded', async () => {
  const [server, speech] = await Promise.all([openSharedServer(), openSpeech({ modelsDir: testModelsDir })]);
  try {
    const question = await speech.speak('Do you accept Delta Dental insurance?', { speaker: 'daniel' }, 16_000);
    const run = await server.dial('telephony_a', '+12025550110');
    const report = await holdConversation(run, [{ say: question, when: 'agent_done' }]);
    expect(report).toMatchObject({ completed: true, ending: { by: 'caller' } });
    const call = await server.finished('+12025550110');
    expect(call).toMatchObject({ status: 'completed', end_reason: 'caller_hung_up' });
    expect(call.transcript.map(({ speaker }) => speaker)).toEqual(['agent', 'customer', 'agent']);
    expect(call.transcript.at(-1)?.text).toMatch(/Delta Dental/);
    expect((await server.recording(call.uuid)).byteLength).toBeGreaterThan(44);
  } finally {
    await Promise.all([server.stop(), speech.close()]);
  }
});
