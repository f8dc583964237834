/**
 * A pool whose thread is declared hung and then closed during a run of a real model, whose file is the argument. Prints
 * what happened. It runs the build, which loads without translation.
 */
const { connectHere, openEnginePool } = await import(
  new URL('../../dist/media/inference/pool.js', import.meta.url).href
);

const module = new URL('./native-engine.mjs', import.meta.url).href;
const pool = await openEnginePool({
  name: 'native',
  threads: 1,
  concurrency: 1,
  providers: ['cpu'],
  niceness: 0,
  log: () => {},
  hungAfterMs: 300,
  engines: [{ name: 'native', module, config: process.argv[2] }],
});
const engine = connectHere(pool).engine({
  engine: 'native',
  slackMs: () => 0,
  weight: () => 1,
  timeoutMs: 60_000,
});

/**
 * @param {number} texts
 * @returns {Promise<string>}
 */
const ask = async (texts) => {
  try {
    for await (const value of engine.run(texts, new AbortController().signal)) return value;
    return 'nothing';
  } catch (error) {
    return /** @type {{ code?: string }} */ (error).code ?? String(error);
  }
};
/** A run of several times `hungAfterMs`. */
const longRun = 16;
const told = [await ask(longRun)];
// The replacement thread works while the old one is still inside the model.
while (told.at(-1) !== 'done') {
  await new Promise((resolve) => setTimeout(resolve, 50));
  told.push(await ask(1));
}
// The old thread has left the model by the end of a run of the same length: the process must not exit before.
void ask(longRun);
await new Promise((resolve) => setTimeout(resolve, 50));
await pool.close();
process.stdout.write(`${told[0]} ${told.at(-1)} closed\n`);
