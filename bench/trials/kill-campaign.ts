import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withPlace } from '../api/places.ts';
import { type CampaignRun, openCampaignRun, type TargetCounts } from './campaign-run.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `kill-campaign: a real server that is killed in the middle of a campaign, and started again.
  --contacts N     (default 1000)
  --kills N        at equal parts of the campaign (default 5)
  --rate N         calls a second (default 50)
  --postgres URL   a server on which a database may be made; without one SQLite alone
  --out FILE       (default bench/results/kill-campaign.json)
`;

const options = {
  contacts: { type: 'string', default: '1000' },
  kills: { type: 'string', default: '5' },
  rate: { type: 'string', default: '50' },
  postgres: { type: 'string' },
  out: { type: 'string', default: 'bench/results/kill-campaign.json' },
  help: { type: 'boolean', default: false },
} as const;

/** A call without callbacks is looked up after 90 s, and closed or repeated after five minutes. */
const settleMs = 420_000;
const ringMs = 3000;
const mostUnknownAKill = 1;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  if (values.help) {
    process.stderr.write(usage);
    return 0;
  }
  const [contacts, kills, callsPerSecond] = [values.contacts, values.kills, values.rate].map(Number) as [
    number,
    number,
    number,
  ];
  const verdicts: Verdict[] = [];
  const measured: object[] = [];
  for (const server of [undefined, ...(values.postgres === undefined ? [] : [values.postgres])]) {
    const outcome = await killCampaign({ server, contacts, kills, callsPerSecond, ringMs, settleMs, env });
    measured.push(outcome);
    verdicts.push(verdictOf(outcome));
  }
  return conclude(values.out, verdicts, { runs: measured });
}

export interface KillCampaignOptions {
  readonly server: string | undefined;
  readonly contacts: number;
  readonly kills: number;
  readonly callsPerSecond: number;
  /** By default, phones ring until the server is back. */
  readonly ringMs?: number;
  /** Time for calls that must be looked up at the provider. */
  readonly settleMs: number;
  readonly env?: NodeJS.ProcessEnv;
}

export interface CampaignOutcome {
  readonly dialect: string;
  readonly contacts: number;
  readonly kills: number;
  /** Contacts whose phone rang more than once. */
  readonly twice: number;
  /** Contacts whose phone never rang although nothing says that it may have. */
  readonly forgotten: number;
  /** Contacts with an unknown result: the request may have been in flight. */
  readonly unknown: number;
  /** Contacts by status when the wait was over. */
  readonly counts: TargetCounts;
  readonly awayMs: readonly number[];
}

export const killCampaign = (asked: KillCampaignOptions): Promise<CampaignOutcome> =>
  withPlace(asked.server, async (place) => {
    const { contacts, kills } = asked;
    const run = await openCampaignRun({ ...place, ...asked });
    try {
      const queued = await run.launch();
      if (queued !== contacts) throw new Error(`${queued} of ${contacts} contacts were queued`);
      const awayMs: number[] = [];
      for (let kill = 1; kill <= kills; kill++) {
        await until(60_000, async () => run.provider.calls.length >= (kill * contacts) / (kills + 1));
        awayMs.push(await run.killAndStart());
      }
      const settled = async (): Promise<boolean> => {
        const { queued: left, waiting, dialing } = await run.counts();
        return left + waiting + dialing === 0;
      };
      // Interrupted calls are looked up at the provider, and those it never received are repeated.
      await until((contacts / asked.callsPerSecond) * 4000 + 30_000 + asked.settleMs, settled);
      await run.provider.idle();
      return { ...(await judge(run, contacts)), dialect: place.dialect, contacts, kills, awayMs };
    } finally {
      await run.close();
    }
  });

async function judge({ provider, counts, phones }: CampaignRun, contacts: number) {
  const twice = [...provider.dials.values()].filter((times) => times > 1).length;
  const silent = contacts - provider.dials.size;
  const settled = [...(await phones('finished')), ...(await phones('dialing'))];
  // Their call was stored as requested, so the result is recorded as unknown.
  const unknown = settled.filter((phone) => !provider.dials.has(phone)).length;
  return { twice, unknown, forgotten: silent - unknown, counts: await counts() };
}

function verdictOf({ dialect, contacts, kills, twice, forgotten, unknown, counts, awayMs }: CampaignOutcome): Verdict {
  return {
    test: `R-2 SIGKILL of the server, ${kills} times in a campaign of ${contacts} contacts, ${dialect}: dialled twice, forgotten, not known; calls without an end`,
    figure: `${twice}, ${forgotten}, ${unknown}; ${counts.dialing}; away for ${awayMs.map((ms) => Math.round(ms)).join(', ')} ms`,
    limit: `0, 0, at most ${mostUnknownAKill} a kill; 0`,
    outcome: judged(twice === 0 && forgotten === 0 && unknown <= mostUnknownAKill * kills && counts.dialing === 0),
  };
}

async function until(patienceMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await isSo().catch(() => false)) && performance.now() < giveUpAt) await pause(25);
}
