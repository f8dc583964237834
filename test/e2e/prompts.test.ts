import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdConversation, readWav } from '../../media/index.ts';
import { wordErrors } from '../../media/text/word-error.ts';
import { openSharedServer, type RunningServer } from './running-server.ts';

const folder = fileURLToPath(new URL('../../../shared/speech/', import.meta.url));
const callersAtOnce = 15;

let server: RunningServer;
beforeAll(async () => {
  server = await openSharedServer();
});
afterAll(() => server?.stop());

interface Prompt {
  readonly file: string;
  readonly words: string;
  readonly from: string;
}

function prompts(): Prompt[] {
  const rows = readFileSync(`${folder}transcripts.tsv`, 'utf8').trim().split('\n').slice(1);
  return rows.map((row, index) => {
    const [file = '', words = ''] = row.split('\t');
    return { file, words, from: `+12025551${String(100 + index)}` };
  });
}

async function ask(prompt: Prompt): Promise<{ completed: boolean }> {
  const clip = readWav(readFileSync(`${folder}${prompt.file}`));
  const run = await server.dial('telephony_a', prompt.from);
  return holdConversation(run, [{ say: clip, when: 'agent_done', label: prompt.file }]);
}

test.skipIf(!existsSync(folder))(
  'callers who say the recorded telephone prompts (every second one, or all with PROMPTS) are recognised, answered and recorded',
  { timeout: 600_000 },
  async () => {
    const waiting = prompts().filter((_, index) => process.env.PROMPTS === 'all' || index % 2 === 0);
    const total = waiting.length;
    const completed: Prompt[] = [];
    await Promise.all(
      Array.from({ length: callersAtOnce }, async () => {
        for (let prompt = waiting.shift(); prompt !== undefined; prompt = waiting.shift()) {
          if ((await ask(prompt)).completed) completed.push(prompt);
        }
      }),
    );
    expect(completed.length).toBe(total);

    let errors = 0;
    let words = 0;
    for (const prompt of completed) {
      const call = await server.finished(prompt.from);
      expect(call, prompt.file).toMatchObject({ status: 'completed', end_reason: 'caller_hung_up' });
      const heard = call.transcript.filter((line) => line.speaker === 'customer').map((line) => line.text);
      expect(heard.length, prompt.file).toBeGreaterThan(0);
      expect(call.transcript.at(-1)?.speaker, prompt.file).toBe('agent');
      expect((await server.recording(call.uuid)).length, prompt.file).toBeGreaterThan(2 * 2 * 8000 * 5);
      const counted = wordErrors(prompt.words, heard.join(' '));
      errors += counted.errors;
      words += counted.words;
    }
    expect(errors / words).toBeLessThan(0.1);
  },
);
