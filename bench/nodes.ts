import { parseArgs } from 'node:util';
import { type Level, runLevel } from './nodes/level.ts';
import { printTable, round, writeResults } from './table.ts';
import { speechLike } from './trials/speech-like.ts';

const usage = `bench nodes: how many calls one media node carries, and how many two. Signalling, sockets, pacing, voice detector, turns
and recordings are real; recognition, voice and agent are scripted, since one machine has no cores for two nodes of
models. Needs nats-server and psql.
  --postgres URL  a server on which a database may be made
  --per-node N    calls that a media node takes (default 24, its rating on two cores)
  --seconds N     with all calls in progress (default 20)
  --out FILE      (default bench/results/nodes.json)
`;

const options = {
  postgres: { type: 'string' },
  'per-node': { type: 'string', default: '24' },
  seconds: { type: 'string', default: '20' },
  out: { type: 'string', default: 'bench/results/nodes.json' },
  help: { type: 'boolean', default: false },
} as const;

/** Callers beyond the capacity, so that a node with a free slot would get another call. */
const surplus = 0.2;
const leastRatio = 1.9;
const rateHz = 16_000;

/**
 * Prints a table and writes JSON. Returns the exit status: 1 if two nodes carry less than 1.9 times one node's calls.
 */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [callsPerNode = 0, seconds = 0] = [values['per-node'], values.seconds].map(Number);
  const { postgres } = values;
  if (values.help || postgres === undefined || !(callsPerNode > 0 && seconds > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const entry = new URL('./trials/scripted-server.js', import.meta.url);
  const words = { samples: speechLike({ seconds: 2 }), rateHz };
  const common = { entry, env, postgres, callsPerNode, words, steadyMs: seconds * 1000, surplus };
  const levels: Level[] = [];
  for (const mediaNodes of [1, 2]) levels.push(await runLevel({ ...common, mediaNodes }));
  printTable(
    ['media nodes', 'callers', 'carried', 'by node', 'busy', 'cut', 'answered', 'gaps', 'media CPU %', 'control CPU %'],
    levels.map((level) => [
      ...[level.nodes, level.callers, level.carried, level.byNode.join(' + '), level.busy, level.cut],
      ...[`${level.answered} of ${level.spoken}`, level.gaps, percent(level.mediaCpu), percent(level.controlCpu)],
    ]),
  );
  const ratio = (levels[1]?.carried ?? 0) / (levels[0]?.carried || Number.NaN);
  process.stdout.write(`\nTwo nodes carry ${round(ratio, 2)} times the calls of one (limit ${leastRatio}).\n`);
  await writeResults(values.out, { callsPerNode, seconds, levels, ratio });
  return ratio >= leastRatio ? 0 : 1;
}

/** Percent of a core per call. */
const percent = (share: number | null): number | null => (share === null ? null : round(share * 100, 2));
