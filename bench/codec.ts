import { parseArgs } from 'node:util';
import { kernelWorks } from './codec/works.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const usage = `bench codec: every kernel as TypeScript and as WebAssembly, in turns in one run.
  --rounds N           turns of each (default 15)
  --ms N               time of a turn (default 40)
  --out FILE           (default bench/results/codec.json)
`;

const options = {
  rounds: { type: 'string', default: '15' },
  ms: { type: 'string', default: '40' },
  out: { type: 'string', default: 'bench/results/codec.json' },
  help: { type: 'boolean', default: false },
} as const;

/** Prints a table and writes JSON. Returns the exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [rounds, turnMs] = [Number(values.rounds), Number(values.ms)];
  if (values.help || ![rounds, turnMs].every((value) => Number.isInteger(value) && value > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const rows = kernelWorks().map(({ kernel, frame, frameMs, frames, ts, wasm }) => {
    const turns = { ts: [] as number[], wasm: [] as number[] };
    // The first rounds only warm up the compiler.
    for (let turn = -3; turn < rounds; turn++) {
      const [tsNs, wasmNs] = [frameNs(ts, frames, turnMs), frameNs(wasm, frames, turnMs)];
      if (turn < 0) continue;
      turns.ts.push(tsNs);
      turns.wasm.push(wasmNs);
    }
    const [tsNs, wasmNs] = [quantile(turns.ts, 0.5) ?? 0, quantile(turns.wasm, 0.5) ?? 0];
    return {
      kernel,
      frame,
      tsNs: round(tsNs),
      wasmNs: round(wasmNs),
      tsTimesRealTime: Math.round((frameMs * 1e6) / tsNs),
      wasmTimesRealTime: Math.round((frameMs * 1e6) / wasmNs),
      ratio: round(tsNs / wasmNs, 1),
    };
  });
  printTable(
    ['kernel', 'a frame is', 'TypeScript ns', 'WebAssembly ns', 'TS × real time', 'Wasm × real time', 'ratio'],
    rows.map((row) => Object.values(row)),
  );
  await writeResults(values.out, { rounds, turnMs, rows });
  return 0;
}

/** CPU time would be more accurate than wall time on a busy machine, but its resolution is too low. */
function frameNs(work: () => void, frames: number, forMs: number): number {
  let done = 0;
  const start = performance.now();
  let now = start;
  while (now - start < forMs) {
    work();
    done += frames;
    now = performance.now();
  }
  return ((now - start) * 1e6) / done;
}
