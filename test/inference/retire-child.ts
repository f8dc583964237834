/** A pool whose thread is declared hung and then closed during a run of a real model. Prints what happened. */
import { connectHere, openEnginePool } from '../../media/inference/pool.ts';

const pool = await openEnginePool({
  ...{ name: 'native', threads: 1, concurrency: 1, providers: ['cpu'], niceness: 0, log: () => {} },
  hungAfterMs: 1000,
  engines: [{ name: 'native', module: new URL('./native-engine.ts', import.meta.url).href, config: null }],
});
const engine = connectHere(pool).engine<number, string>({
  ...{ engine: 'native', slackMs: () => 0, weight: () => 1, timeoutMs: 60_000 },
});
const ask = async (texts: number): Promise<string> => {
  try {
    for await (const value of engine.run(texts, new AbortController().signal)) return value;
    return 'nothing';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};
const told = [await ask(40)];
// The replacement thread works while the old one is still inside the model.
while (told.at(-1) !== 'done') {
  await new Promise((resolve) => setTimeout(resolve, 50));
  told.push(await ask(1));
}
void ask(40);
await new Promise((resolve) => setTimeout(resolve, 50));
await pool.close();
process.stdout.write(`${told[0]} ${told.at(-1)} closed\n`);
