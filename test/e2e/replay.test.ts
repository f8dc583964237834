import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Clip, holdConversation, openSpeech, type SpeechService } from '../../media/index.ts';
import type { CallEvent } from '../../media/ports.ts';
import { main } from '../../src/cli/main.ts';
import { testModelsDir } from '../models.ts';
import { openSharedServer, type RunningServer } from './running-server.ts';

let server: RunningServer;
let speech: SpeechService;
let saved: string;

beforeAll(async () => {
  saved = await mkdtemp(join(tmpdir(), 'parley-saved-'));
  [server, speech] = await Promise.all([openSharedServer(), openSpeech({ modelsDir: testModelsDir })]);
});
afterAll(async () => {
  await Promise.all([server?.stop(), speech?.close()]);
  await rm(saved, { recursive: true, force: true });
});

const speak = (text: string): Promise<Clip> => speech.speak(text, { speaker: 'daniel' }, 16_000);

/** The command line, on the data of the server that is running. */
async function replay(...argv: string[]) {
  let out = '';
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const env = { MODELS_DIR: testModelsDir, DATA_DIR: server.dataDir };
  const status = await main(['replay', ...argv, '--json'], env).finally(() => written.mockRestore());
  return { status, report: JSON.parse(out) };
}

test('concurrent calls with interruptions replay identically every time', async () => {
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
  const calls = [await server.finished('+12025550141'), await server.finished('+12025550142')];
  for (const { uuid } of calls) {
    const { status, report } = await replay(uuid, '--agent', '--save', join(saved, uuid));
    expect(report).toMatchObject({ same: true, parting: null, doubts: [] });
    expect(status).toBe(0);
    expect(report.turns).toMatchObject([
      { same: true, is: { outcome: 'words', interrupts: expect.arrayContaining(['cut']) } },
      { same: true, is: { outcome: 'words' } },
    ]);
    expect(report.replies).toHaveLength(3);
  }

  // A saved call is replayed without the server's data, the second time like the first.
  const folder = join(saved, calls[0]?.uuid as string);
  expect(await replay(folder)).toMatchObject({ status: 0, report: { same: true, replies: null } });

  // Differences are reported: other words in the log, and a recording in which the caller says nothing.
  const file = JSON.parse(await readFile(join(folder, 'call.json'), 'utf8')) as { events: CallEvent[] };
  const text = JSON.stringify(file).replaceAll('opening hours', 'closing hours');
  await writeFile(join(folder, 'call.json'), text);
  const { status, report } = await replay(folder);
  expect(status).toBe(1);
  expect(report.turns).toMatchObject([
    { same: true },
    {
      same: false,
      was: { text: expect.stringContaining('closing') },
      is: { text: expect.stringContaining('opening') },
    },
  ]);
  const wav = await readFile(join(folder, 'call.wav'));
  await writeFile(join(folder, 'call.wav'), Buffer.concat([wav.subarray(0, 44), Buffer.alloc(wav.length - 44)]));
  const silenced = await replay(folder);
  expect(silenced.status).toBe(1);
  expect(silenced.report.turns).toMatchObject([{ is: null }, { is: null }]);
});
