import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openSpeech } from '../../media/index.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import { hasBaresip, openBaresip } from './baresip.ts';
import { askAsFirst, startSipServer } from './sip-server.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `first-phone: from "ready" of a new server to a softphone that talks with a sample agent. Needs baresip (baresip-core).
  --out FILE  (default bench/results/first-phone.json)
`;

const options = {
  out: { type: 'string', default: 'bench/results/first-phone.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  if (values.help) {
    process.stderr.write(usage);
    return 0;
  }
  if (!hasBaresip)
    return conclude(values.out, [{ test: 'first-phone', figure: 'baresip is missing', limit: '-', outcome: 'skip' }]);
  const run = await setUpFirstPhone(env);
  return conclude(values.out, [verdictOf(run)], { run });
}

/** Seconds after "ready". */
export interface FirstPhoneRun {
  readonly accountS: number;
  readonly registeredS: number;
  readonly answeredS: number;
  /** The greeting stands in the transcript. */
  readonly greetedS: number;
  /** A question of the phone was answered. */
  readonly repliedS: number;
  readonly transcript: readonly string[];
}

const extension = '100';
const question = 'What are your opening hours?';
const patienceMs = 60_000;

/** Does what the console does for a person, without that person's time to read and type. */
export async function setUpFirstPhone(env: NodeJS.ProcessEnv): Promise<FirstPhoneRun> {
  const speech = await openSpeech({ modelsDir: defaultModelsDir(env) });
  const clip = await speech.speak(question, { speaker: 'daniel' }, 8000);
  await speech.close();
  const started = await startSipServer({ entry: new URL('../../src/main.js', import.meta.url), env });
  const readyMs = performance.now();
  const sinceReady = (): number => Math.round((performance.now() - readyMs) / 100) / 10;
  try {
    const ask = await askAsFirst(started.server);
    const accountS = sinceReady();
    const { flows } = await ask<{ flows: { uuid: string; kind: string; status: string }[] }>('GET', '/api/voice/flows');
    const sample = flows.find(({ kind, status }) => kind === 'inbound' && status === 'active');
    if (sample === undefined) throw new Error('the first account has no sample agent');
    await ask('PATCH', `/api/voice/flows/${sample.uuid}`, { extension });
    const account = await ask<{ sip_username: string; sip_password: string }>('POST', '/api/voice/phones', {
      name: 'Softphone',
      extension: '201',
    });
    const domain = `127.0.0.1:${started.sipPort}`;
    const phone = await openBaresip({ username: account.sip_username, password: account.sip_password, domain });
    try {
      // baresip may have registered before its events can be read.
      await until(async () => {
        const { phones } = await ask<{ phones: { registered: boolean }[] }>('GET', '/api/voice/phones');
        return phones.some(({ registered }) => registered);
      });
      const registeredS = sinceReady();
      await phone.command('dial', `sip:${extension}@${domain}`);
      await phone.next('CALL_ESTABLISHED');
      const answeredS = sinceReady();
      const lines = async (): Promise<string[]> => {
        const { calls } = await ask<{ calls: { uuid: string }[] }>('GET', '/v1/calls');
        const uuid = calls[0]?.uuid;
        if (uuid === undefined) return [];
        const { transcript } = await ask<{ transcript: { speaker: string; text: string }[] }>(
          'GET',
          `/v1/calls/${uuid}`,
        );
        return transcript.map(({ speaker, text }) => `${speaker}: ${text}`);
      };
      await until(async () => (await lines()).length > 0);
      const greetedS = sinceReady();
      await phone.say(clip);
      await until(async () => /^agent: .*customer: .*agent: /.test((await lines()).join(' ')));
      const repliedS = sinceReady();
      return { accountS, registeredS, answeredS, greetedS, repliedS, transcript: await lines() };
    } finally {
      await phone.stop();
    }
  } finally {
    await started.close();
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + patienceMs; performance.now() < endMs; await delay(200))
    if (await isTrue()) return;
  throw new Error('the agent did not speak in time');
}

const limitS = 60;

const verdictOf = ({ accountS, registeredS, answeredS, greetedS, repliedS }: FirstPhoneRun): Verdict => ({
  test: 'first-phone: account, registered, answered, greeted and replied after "ready"',
  figure: `${accountS}, ${registeredS}, ${answeredS}, ${greetedS}, ${repliedS} s`,
  limit: `${limitS} s`,
  outcome: judged(repliedS <= limitS),
});
