import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { placeCall } from '../../media/index.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { line } from './short-call.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `forged-answers: strangers send forged answer requests for a number while callers ring it. One server with its models.
  --seconds N  of each attack (default 40)
  --out FILE   (default bench/results/forged-answers.json)
`;

const options = {
  seconds: { type: 'string', default: '40' },
  out: { type: 'string', default: 'bench/results/forged-answers.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const seconds = Number(values.seconds);
  if (values.help || !(seconds > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const entry = new URL('../../src/main.js', import.meta.url);
  const verdicts: Verdict[] = [];
  for (const attack of attacks) verdicts.push(verdictOf(attack, await runAttack({ entry, env, seconds, ...attack })));
  return conclude(values.out, verdicts);
}

const ringing = 8;
const patienceMs = 20_000;

const attacks = [
  { addresses: 1, perSecond: 10, networks: undefined },
  { addresses: 4, perSecond: 10, networks: undefined },
  { addresses: 40, perSecond: 0.5, networks: '198.51.100.0/24' },
] as const;

interface AttackOptions {
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  readonly seconds: number;
  /** Number of addresses that send forged requests. */
  readonly addresses: number;
  /** Forged requests of each address. */
  readonly perSecond: number;
  /** The provider's networks, if the operator configured them. */
  readonly networks: string | undefined;
}

interface AttackOutcome {
  readonly greeted: number;
  readonly forged: number;
  readonly forgedStreams: number;
}

/** A proxy on this machine forwards every request, so that each has an address of its own. */
async function answerTo({ baseUrl }: ServerChild, address: string, from: string): Promise<string | undefined> {
  const response = await fetch(new URL('/api/voice/webhooks/telephony_a/answer', baseUrl), {
    method: 'POST',
    headers: { 'x-forwarded-for': address, connection: 'close' },
    body: new URLSearchParams({ CallUUID: crypto.randomUUID(), From: from, To: line }),
  });
  return /wss?:[^<]+/.exec(await response.text())?.[0];
}

async function runAttack({
  entry,
  env,
  seconds,
  addresses,
  perSecond,
  networks,
}: AttackOptions): Promise<AttackOutcome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-forged-'));
  // Otherwise a busy machine would refuse callers, with or without the forged requests.
  const settings = {
    LOG_LEVEL: 'error',
    ADMISSION: 'off',
    ...env,
    ...(networks === undefined ? {} : { TELEPHONY_A_NETWORKS: networks }),
  };
  const started = await startServerChild({ entry, env: settings, dataDir, readyTimeoutMs: 120_000 });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  const outcome = { greeted: 0, forged: 0, forgedStreams: 0 };
  const forge = async (): Promise<void> => {
    const address = `203.0.113.${outcome.forged % addresses}`;
    outcome.forged += 1;
    const from = `+1202557${String(outcome.forged % 10_000).padStart(4, '0')}`;
    if ((await answerTo(server, address, from).catch(() => undefined)) !== undefined) outcome.forgedStreams += 1;
  };
  const forging = setInterval(() => void forge(), 1000 / (perSecond * addresses));
  try {
    for (let index = 0; index < ringing; index++) {
      await new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / ringing));
      if (await isGreeted(server, `+12025551${100 + index}`)) outcome.greeted += 1;
    }
    return outcome;
  } finally {
    clearInterval(forging);
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function isGreeted(server: ServerChild, from: string): Promise<boolean> {
  const url = await answerTo(server, '198.51.100.7', from).catch(() => undefined);
  if (url === undefined) return false;
  const run = placeCall({ dialect: 'telephony_a', url, identity: { from, to: line } });
  const greeted = await run.until(() => run.agentAudible.length > 0, patienceMs);
  await run.hangUp();
  return greeted;
}

function verdictOf(
  { addresses, perSecond, networks }: (typeof attacks)[number],
  { greeted, forged, forgedStreams }: AttackOutcome,
): Verdict {
  const where = networks === undefined ? '' : ', with the provider’s networks configured';
  return {
    test: `S-21 ${addresses} addresses send ${perSecond} forged answer requests per second each${where}: callers greeted`,
    figure: `${greeted} of ${ringing} (${forged} forged requests, ${forgedStreams} got a stream address)`,
    limit: `${ringing} of ${ringing}`,
    outcome: judged(greeted === ringing),
  };
}
