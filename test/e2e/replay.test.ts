import { afterAll, beforeAll, expect, test } from 'vitest';
import { hearAgain, hearingOf } from '../../media/call/replay.ts';
import { openReplayModels } from '../../media/call/replay-models.ts';
import { type Clip, holdConversation, openSpeech, type SpeechService } from '../../media/index.ts';
import type { CallEvent } from '../../media/ports.ts';
import { testModelsDir } from '../models.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { tracksOf } from './stereo.ts';

let server: RunningServer;
let speech: SpeechService;

beforeAll(async () => {
  [server, speech] = await Promise.all([startServer(), openSpeech({ modelsDir: testModelsDir })]);
});
afterAll(async () => {
  await Promise.all([server?.stop(), speech?.close()]);
});

const speak = (text: string): Promise<Clip> => speech.speak(text, { speaker: 'daniel' }, 16_000);

test('calls held at the same time, each with an interruption, are heard again as they were, every time', async () => {
  const interruption = await speak('Do you accept Delta Dental insurance?');
  const question = await speak('What are your opening hours?');
  const runs = [await server.dial('telephony_a', '+12025550141'), await server.dial('browser', '+12025550142')];
  await Promise.all(
    runs.map((run) =>
      holdConversation(run, [
        { say: interruption, when: { overAgentAfterMs: 1000 } },
        { say: question, when: 'agent_done' },
      ]),
    ),
  );
  const models = await openReplayModels({ modelsDir: testModelsDir, providers: ['cpu'] });
  for (const from of ['+12025550141', 'browser']) {
    const call = await server.finished(from);
    const entries = hearingOf(call.events as unknown as CallEvent[]);
    const { caller, agent } = tracksOf(await server.recording(call.uuid));
    const told = entries.flatMap((entry) => ('out' in entry ? [entry.out] : []));
    expect(told).toContain('interruption');
    expect(told.filter((out) => out === 'turnEnded')).toHaveLength(2);
    const recorded = { caller: caller.samples, agent: agent.samples, entries };
    expect(await hearAgain(recorded, models)).toEqual(entries);
    expect(await hearAgain(recorded, models)).toEqual(entries);
  }
  await models.close();
});
