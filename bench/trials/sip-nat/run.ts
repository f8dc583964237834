import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Clip, openSpeech } from '../../../media/index.ts';
import { defaultModelsDir } from '../../../models/locate.ts';
import { createStartCode } from '../../../src/features/people/accounts/index.ts';
import { type Baresip, type BaresipPlace, openBaresip } from '../baresip.ts';
import { type Ask, askAsFirst, type StartedSipServer, startSipServer } from '../sip-server.ts';
import { type LineQuality, openNatNetwork } from './network.ts';

export interface SipNatOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly quality: LineQuality;
  /** Questions of the first call; at most one of each. */
  readonly questions: number;
  readonly tell: (text: string) => void;
}

/** A question of the phone, and what its call says of it. */
export interface AskedTurn {
  readonly question: string;
  /** Undefined if nothing was recognised. */
  readonly recognised: string | undefined;
  readonly isAnswered: boolean;
}

/** How a call ended, as the server stored it. */
export interface StoredEnd {
  readonly status: string;
  readonly end_reason: string | null;
  readonly line: {
    readonly ended_by: string | null;
    readonly end_line: string | null;
    readonly audio: object | null;
  } | null;
}

export interface SipNatRun {
  /** From the command to dial to the answer. */
  readonly answeredMs: readonly number[];
  readonly turns: readonly AskedTurn[];
  /** After hold and resume. */
  readonly resumed: AskedTurn;
  readonly phoneHungUp: StoredEnd;
  /** What the phone says of a call that the server ended. */
  readonly serverHungUp: string;
  /** Whether the phone rang after it had been silent for longer than the router remembers. */
  readonly isReachable: boolean;
  readonly vanished: StoredEnd & { readonly afterS: number };
  /** The server is killed: when and why the phone closed, and what the next start stored. */
  readonly killed: StoredEnd & { readonly phoneClosedS: number; readonly phoneSays: string };
}

const questions = [
  'What are your opening hours?',
  'Where can I park my car?',
  'Can I speak to a person, please?',
  'I would like to book an appointment for Tuesday.',
];
const extension = '100';
const patienceMs = 30_000;
/** Longer than the router remembers. */
const silentMs = 70_000;
/** A phone gives a call up after this time without a packet. */
const phonePatienceSeconds = 20;

/** Runs a server and Debian's baresip with a translating router and a poor line between. */
export async function runSipNat(options: SipNatOptions): Promise<SipNatRun> {
  const { env, quality, tell } = options;
  const asked = questions.slice(0, options.questions);
  const clips = await speakAll(asked, env);
  const network = await openNatNetwork(quality);
  const sessionSecret = randomUUID();
  const started: StartedSipServer[] = [];
  const start = async (after?: StartedSipServer): Promise<StartedSipServer> => {
    const server = await startSipServer({
      entry: new URL('../../../src/main.js', import.meta.url),
      env: { ...env, SESSION_SECRET: sessionSecret },
      place: network.server,
      sipHost: network.server.networkAddress,
      ...(after === undefined ? {} : { after }),
    });
    started.push(server);
    return server;
  };
  const phones: Baresip[] = [];
  try {
    const first = await start();
    const ask = await askAsFirst(first.server, createStartCode(sessionSecret).shown);
    await ask('POST', '/api/voice/flows', {
      kind: 'inbound',
      status: 'active',
      name: 'Line',
      provider: 'platform',
      speaker: 'ava',
      extension,
      config: { greeting: 'Hello, this is the front desk. How can I help you?' },
    });
    const domain = `${network.server.networkAddress}:${first.sipPort}`;
    const open = async (place: BaresipPlace, number: string): Promise<TrialPhone> => {
      const phone = await openPhone({ ask, domain, place, number });
      phones.push(phone);
      return phone;
    };
    const remote = await open(network.phone, '201');
    tell('a phone behind the router is registered');
    const steps = createSteps({ ask, phone: remote, clips, tell });
    const talked = await steps.talk(asked);
    const serverHungUp = await steps.endAtServer();
    tell(`silent for ${silentMs / 1000} s`);
    await pause(silentMs);
    const desk = await open(network.server, '202');
    const isReachable = await rings(desk, remote);
    await desk.stop();
    const vanished = await steps.vanish();
    const again = await open(network.phone, '203');
    const killed = await createSteps({ ask, phone: again, clips, tell }).loseServer(async () => {
      process.kill(first.server.pid, 'SIGKILL');
      return async () => void (await start(first));
    });
    return { ...talked, serverHungUp, isReachable, vanished, killed };
  } finally {
    for (const phone of phones) await phone.stop();
    await started.at(-1)?.close();
    await network.close();
  }
}

async function speakAll(texts: readonly string[], env: NodeJS.ProcessEnv): Promise<ReadonlyMap<string, Clip>> {
  const speech = await openSpeech({ modelsDir: defaultModelsDir(env) });
  const clips = new Map<string, Clip>();
  for (const text of texts) clips.set(text, await speech.speak(text, { speaker: 'daniel' }, 8000));
  await speech.close();
  return clips;
}

interface TrialPhone extends Baresip {
  readonly extension: string;
  readonly domain: string;
}

interface PhoneOptions {
  readonly ask: Ask;
  readonly domain: string;
  readonly place: BaresipPlace;
  readonly number: string;
}

async function openPhone({ ask, domain, place, number }: PhoneOptions): Promise<TrialPhone> {
  const created = await ask<{ uuid: string; sip_username: string; sip_password: string }>('POST', '/api/voice/phones', {
    name: `Phone ${number}`,
    extension: number,
  });
  const { sip_username: username, sip_password: password } = created;
  const account = { username, password, domain, registersSeconds: 600 };
  const phone = await openBaresip(account, { place, settings: [`rtp_timeout ${phonePatienceSeconds}`] });
  // baresip may have registered before its events can be read.
  await until(async () => {
    const { phones } = await ask<{ phones: { uuid: string; registered: boolean }[] }>('GET', '/api/voice/phones');
    return phones.some(({ uuid, registered }) => uuid === created.uuid && registered);
  });
  return { ...phone, extension: number, domain };
}

async function rings(caller: TrialPhone, called: TrialPhone): Promise<boolean> {
  await caller.command('dial', `sip:${called.extension}@${caller.domain}`);
  const isRinging = await called.next('CALL_INCOMING').then(
    () => true,
    () => false,
  );
  await caller.command('hangup');
  if (isRinging) await called.next('CALL_CLOSED');
  return isRinging;
}

interface StepsOptions {
  readonly ask: Ask;
  readonly phone: TrialPhone;
  readonly clips: ReadonlyMap<string, Clip>;
  readonly tell: (text: string) => void;
}

type StoredCall = StoredEnd & {
  readonly transcript: readonly { readonly speaker: string; readonly text: string }[];
};

function createSteps({ ask, phone, clips, tell }: StepsOptions) {
  const answeredMs: number[] = [];

  async function newestCall(): Promise<StoredCall & { readonly uuid: string }> {
    const { calls } = await ask<{ calls: { uuid: string; from_number: string }[] }>('GET', '/v1/calls');
    const uuid = calls.find(({ from_number: from }) => from === phone.extension)?.uuid ?? '';
    return { ...(await ask<StoredCall>('GET', `/v1/calls/${uuid}`)), uuid };
  }

  /** Calls the agent, and waits until its greeting is over. */
  async function call(): Promise<void> {
    const dialledMs = performance.now();
    await phone.command('dial', `sip:${extension}@${phone.domain}`);
    await phone.next('CALL_ESTABLISHED');
    answeredMs.push(Math.round(performance.now() - dialledMs));
    await until(async () => (await newestCall()).transcript.length > 0);
    await untilQuiet(phone);
  }

  async function askOne(question: string): Promise<AskedTurn> {
    const before = (await newestCall()).transcript.length;
    await phone.say(clips.get(question) as Clip);
    const since = async () => (await newestCall()).transcript.slice(before);
    const isAnswered = await until(async () => isTurn(await since())).then(
      () => true,
      () => false,
    );
    if (isAnswered) await untilQuiet(phone);
    const said = (await since()).filter(({ speaker }) => speaker === 'customer').map(({ text }) => text);
    const turn = { question, recognised: said.length === 0 ? undefined : said.join(' '), isAnswered };
    tell(`“${question}” recognised as “${turn.recognised ?? ''}”, ${isAnswered ? 'answered' : 'not answered'}`);
    return turn;
  }

  /** Waits until the newest call is over, and returns how. */
  async function ended(limitMs = patienceMs): Promise<StoredEnd> {
    await until(async () => (await newestCall()).status !== 'in_progress', limitMs);
    const { status, end_reason, line } = await newestCall();
    return { status, end_reason, line };
  }

  return {
    async talk(asked: readonly string[]) {
      await call();
      const turns: AskedTurn[] = [];
      for (const question of asked) turns.push(await askOne(question));
      await phone.command('hold');
      await pause(3000);
      await phone.command('resume');
      const resumed = await askOne(asked[0] as string);
      await phone.command('hangup');
      await phone.next('CALL_CLOSED');
      return { answeredMs, turns, resumed, phoneHungUp: await ended() };
    },
    async endAtServer(): Promise<string> {
      await call();
      const { uuid } = await newestCall();
      await ask('POST', `/api/voice/calls/${uuid}/end`, { reason: 'workflow_close' });
      return (await phone.next('CALL_CLOSED')).param ?? '';
    },
    /** The phone ends without a word. */
    async vanish(): Promise<SipNatRun['vanished']> {
      await call();
      await phone.stop();
      const sinceMs = performance.now();
      const end = await ended(120_000);
      tell(`a phone that vanished: ${JSON.stringify(end)}`);
      return { ...end, afterS: Math.round((performance.now() - sinceMs) / 1000) };
    },
    /** The server ends without a word, and the next one starts when the phone has noticed. */
    async loseServer(kill: () => Promise<() => Promise<void>>): Promise<SipNatRun['killed']> {
      await call();
      const restart = await kill();
      const sinceMs = performance.now();
      const phoneSays = (await phone.next('CALL_CLOSED')).param ?? '';
      const phoneClosedS = Math.round((performance.now() - sinceMs) / 1000);
      await restart();
      const end = await ended();
      tell(`a server that was killed: ${JSON.stringify(end)}`);
      return { ...end, phoneSays, phoneClosedS };
    },
  };
}

/** Whether the caller was recognised, and the agent said something after it. */
function isTurn(entries: StoredCall['transcript']): boolean {
  const at = entries.findIndex(({ speaker }) => speaker === 'customer');
  return at !== -1 && entries.slice(at).some(({ speaker }) => speaker === 'agent');
}

const quietMs = 1200;
const quietPeak = 500;

/** Waits until the phone has heard nothing for a while. */
async function untilQuiet(phone: Baresip): Promise<void> {
  await until(async () => {
    const samples = (await phone.heard()).subarray(-8 * quietMs);
    return samples.length > 0 && samples.every((sample) => Math.abs(sample) < quietPeak);
  }, 60_000);
}

async function until(isSo: () => Promise<boolean>, limitMs = patienceMs): Promise<void> {
  const startMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startMs > limitMs) throw new Error(`did not happen within ${limitMs / 1000} s: ${isSo}`);
    await pause(200);
  }
}
