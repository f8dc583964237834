import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createEngine } from '../../media/agent/engine.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import { serverOf } from './model-server.ts';
import { type Business, businesses, planOf, playCall, type Turn } from './typed-call.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `small-model: calls in writing to eight businesses with a real language model, which look things up and book.
  --local FILE     GGUF file, run as a model of this machine is (node-llama-cpp has to be installed)
  --url URL        base URL of another server with the chat-completions API
  --model NAME     its model, with --url
  --rounds N       how often each of the 16 calls of four turns is played (default 1)
  --minutes N      begin no call after this long
  --businesses A,B only these
  --patience N     seconds that a call waits for the model (default 6, as in calls)
  --out FILE       (default bench/results/small-model.json)
`;

const options = {
  local: { type: 'string' },
  url: { type: 'string' },
  model: { type: 'string' },
  rounds: { type: 'string', default: '1' },
  minutes: { type: 'string', default: '600' },
  businesses: { type: 'string' },
  patience: { type: 'string', default: '6' },
  out: { type: 'string', default: 'bench/results/small-model.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [rounds, patience, longest] = [Number(values.rounds), Number(values.patience), Number(values.minutes)];
  if (values.help || !(rounds > 0) || !(patience > 0) || !(longest > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const served = await serverOf(values, env);
  if (served === undefined)
    return conclude(values.out, [
      { test: 'L-1 to L-8 a real model', figure: 'no --local, and no --url and --model', limit: '0', outcome: 'skip' },
    ]);
  const llm = { ...served.llm, totalTimeoutMs: patience * 1000 };
  const engine = await createEngine(
    { modelsDir: defaultModelsDir(env), llm },
    createOpenSession({ providers: ['cpu'] }),
  );
  const wanted = values.businesses?.split(',');
  const played = (await businesses()).filter(({ id }) => wanted?.includes(id) ?? true);
  const turns: Turn[] = [];
  const began = { load: loadavg()[0], atMs: performance.now() };
  try {
    for (let round = 0; round < rounds; round++)
      for (const business of played) {
        const plan = await planOf(business);
        for (let call = 0; call < business.calls.length; call++) {
          if (performance.now() - began.atMs > longest * 60_000) break;
          const taken = await playCall({ engine, business, plan, call });
          for (const turn of taken) process.stderr.write(`${lineOf(turn)}\n`);
          turns.push(...taken);
        }
      }
  } finally {
    await engine.close();
    await served.close();
  }
  const minutes = (performance.now() - began.atMs) / 60_000;
  process.stdout.write(
    `${turns.length} turns in ${minutes.toFixed(1)} min; load ${began.load?.toFixed(1)} before, ${loadavg()[0]?.toFixed(1)} after\n`,
  );
  const partOf = new Map(played.map(({ id, part }) => [id, part]));
  const choices = (['seen', 'unseen'] as const).flatMap((part) =>
    choicesOf(
      turns.filter(({ business }) => partOf.get(business) === part),
      { part, played },
    ),
  );
  return conclude(values.out, [...verdictsOf(turns, played), ...choices], { turns });
}

/** The tools of a turn are right if the one that it needs is among them, and none other acts. */
function isRight({ line, tools }: Turn): boolean {
  const names = tools.map(({ name }) => name);
  const isWanted = (name: string): boolean => name === line.tool || name === line.also;
  return (line.tool === null || names.includes(line.tool)) && names.every(isWanted);
}

const hasArguments = ({ line, tools }: Turn): boolean =>
  tools.some(
    ({ name, arguments: args }) => name === line.tool && new RegExp(line.args ?? '', 'i').test(JSON.stringify(args)),
  );

const tells = ({ line, agent }: Turn): boolean => new RegExp(line.tells ?? '', 'i').test(agent);

function lineOf(turn: Turn): string {
  const { business, call, line, agent, tools, firstMs, lastMs, fallbacks } = turn;
  const called = tools.map(({ name, arguments: args }) => `${name}(${JSON.stringify(args)})`).join(' ');
  const judgement = `${isRight(turn) ? 'right' : 'WRONG'} ${tells(turn) ? 'told' : 'NOT TOLD'}`;
  return `${business} ${call} ${judgement} | ${line.say} | ${line.tool} | ${called} | ${agent} | ${firstMs} ${lastMs} ms ${fallbacks.join(' ')}`;
}

const silentMs = 8000;
/** Signs of reasoning, tool calls or formatting in spoken words. */
const markup =
  /<\/?[a-z_]+>|\*\*|^#|```|"(?:name|arguments)"\s*:|\[TOOL_CALLS\]|the (?:user|caller) (?:wants|is asking)/im;
/** Sentences for a reply that broke off. */
const lost = /lost my thread|lost the thread|went wrong on my side|say that again/i;

const isWriteOf = (played: readonly Business[], turn: Turn, name: string): boolean =>
  played.some(({ id, tools }) => id === turn.business && tools.some((t) => t.name === name && t.effect === 'write'));

const namesTool = (played: readonly Business[], { business, agent }: Turn): boolean =>
  /\b(?:functions?|tool)\b/i.test(agent) ||
  played.some(({ id, tools }) => id === business && tools.some(({ name }) => agent.includes(name)));

function verdictsOf(turns: readonly Turn[], played: readonly Business[]): readonly Verdict[] {
  const count = (is: (turn: Turn) => boolean): number => turns.filter(is).length;
  const silent = count(({ firstMs, lastMs }) => [firstMs, lastMs].some((ms) => ms === null || ms > silentMs));
  const marked = count(({ agent }) => markup.test(agent));
  const named = count((turn) => namesTool(played, turn));
  const broken = count(({ agent }) => lost.test(agent));
  const untold = turns.reduce((sum, turn) => sum + turn.untold, 0);
  const byModel = count(({ brain }) => brain === 'openai');
  const writes = turns.reduce(
    (sum, turn) => sum + turn.tools.filter(({ name }) => isWriteOf(played, turn, name)).length,
    0,
  );
  const called = turns.reduce((sum, turn) => sum + turn.tools.length, 0);
  const of = `of ${turns.length} turns`;
  return [
    { test: 'L-1 turns in silence for 8 s', figure: `${silent} ${of}`, limit: '0', outcome: judged(silent === 0) },
    { test: 'L-2 spoken reasoning or markup', figure: `${marked} ${of}`, limit: '0', outcome: judged(marked === 0) },
    {
      test: 'L-3 writes that nobody reported',
      figure: `${untold} of ${writes}`,
      limit: '0',
      outcome: writes === 0 ? 'skip' : judged(untold === 0),
    },
    {
      test: 'L-4 turns that the model answered',
      figure: `${byModel} ${of}, ${called} calls of tools`,
      limit: 'half of the turns; otherwise the others say nothing',
      outcome: judged(byModel * 2 >= turns.length),
    },
    { test: 'L-7 apologies for a lost reply', figure: `${broken} ${of}`, limit: '0', outcome: judged(broken === 0) },
    { test: 'L-8 spoken names of tools', figure: `${named} ${of}`, limit: '0', outcome: judged(named === 0) },
  ];
}

interface Part {
  readonly part: Business['part'];
  readonly played: readonly Business[];
}

/** What the model chose, without a limit: it is the model's work as much as the prompt's. */
function choicesOf(turns: readonly Turn[], { part, played }: Part): readonly Verdict[] {
  if (turns.length === 0) return [];
  const figureOf = (of: readonly Turn[], is: (turn: Turn) => boolean): string =>
    `${of.filter(is).length} of ${of.length}`;
  const wanted = turns.filter(({ line }) => line.tool !== null);
  const reads = wanted.filter((turn) => !isWriteOf(played, turn, turn.line.tool ?? ''));
  const writes = wanted.filter((turn) => isWriteOf(played, turn, turn.line.tool ?? ''));
  const words = turns.filter(({ line }) => line.tool === null);
  const facts = turns.filter(({ line }) => line.tells !== undefined);
  const row = (test: string, figure: string): Verdict => ({ test, figure, limit: 'none', outcome: 'pass' });
  return [
    row(`look-ups called, ${part}`, figureOf(reads, hasArguments)),
    row(`writes called, ${part}`, figureOf(writes, hasArguments)),
    row(`answers in words without another tool, ${part}`, figureOf(words, isRight)),
    row(`facts told, ${part}`, figureOf(facts, tells)),
  ];
}
