import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apartFrom, type CallRun, placePhoneCall } from '../../media/index.ts';
import { addSipPhone } from './sip-calls.ts';
import { startSipServer } from './sip-server.ts';
import { speechLike } from './speech-like.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `sip-flood: REGISTER requests of strangers beside calls that talk, with scripted engines.
  --calls N    (default 16)
  --rate N     requests a second (default 2000)
  --seconds N  without, and then with, the flood (default 20)
  --out FILE   (default bench/results/sip-flood.json)
`;

const options = {
  calls: { type: 'string', default: '16' },
  rate: { type: 'string', default: '2000' },
  seconds: { type: 'string', default: '20' },
  out: { type: 'string', default: 'bench/results/sip-flood.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [calls = 0, rate = 0, seconds = 0] = [values.calls, values.rate, values.seconds].map(Number);
  if (values.help || !(calls > 0 && rate > 0 && seconds > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const run = await floodServer({ env, calls, rate, seconds });
  return conclude(values.out, verdictsOf(run), { run });
}

export interface FloodOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly calls: number;
  /** Requests a second. */
  readonly rate: number;
  /** Length of each of the two phases. */
  readonly seconds: number;
}

/** What the callers of one phase heard. */
interface Phase {
  readonly spoken: number;
  readonly answered: number;
  /** Gaps inside the agent's speech, without those of this process. */
  readonly gaps: number;
}

export interface FloodRun {
  readonly calls: number;
  readonly callsLost: number;
  readonly quiet: Phase;
  readonly flooded: Phase;
  readonly requestsSent: number;
  /** The limit by address: at most a burst and ten a second get an answer. */
  readonly answersReceived: number;
}

const extension = '100';
/** Addresses of this machine from which the strangers send. */
const strangers = 50;

export async function floodServer({ env, calls, rate, seconds }: FloodOptions): Promise<FloodRun> {
  const { server, sipPort, close } = await startSipServer({
    entry: new URL('./scripted-server.js', import.meta.url),
    env: { ADMISSION: 'off', ...env },
    sipHost: '0.0.0.0',
  });
  const flood = await openFlood(sipPort);
  const held: CallRun[] = [];
  try {
    const phone = await addSipPhone(server);
    for (let count = 0; count < calls; count++)
      held.push(
        placePhoneCall({
          domain: `127.0.0.1:${sipPort}`,
          peer: { transport: 'udp', address: '127.0.0.1', port: sipPort },
          username: phone.sip_username,
          password: phone.sip_password,
          to: extension,
          codec: 'PCMU',
        }),
      );
    await Promise.all(held.map(({ opened }) => opened));
    const quiet = await talkFor(held, seconds);
    flood.start(rate);
    const flooded = await talkFor(held, seconds);
    flood.stop();
    const callsLost = held.filter(({ over }) => over).length;
    return { calls, callsLost, quiet, flooded, requestsSent: flood.sent(), answersReceived: flood.answered() };
  } finally {
    await Promise.all(held.map((run) => run.hangUp()));
    await flood.close();
    await close();
  }
}

const words = { samples: speechLike({ seconds: 1.5 }), rateHz: 16_000 };
const answerMs = 10_000;
const quietMs = 600;

/** Each caller speaks in turns. */
async function talkFor(held: readonly CallRun[], seconds: number): Promise<Phase> {
  const endMs = performance.now() + seconds * 1000;
  const before = held.map(gapsOf);
  const counts = { spoken: 0, answered: 0 };
  await Promise.all(
    held.map(async (run) => {
      while (performance.now() < endMs && !run.over) {
        await run.until(() => isQuiet(run), answerMs);
        const from = run.agentAudible.length;
        counts.spoken += 1;
        run.say(words);
        if (await run.until(() => run.agentAudible.length > from, answerMs)) counts.answered += 1;
        await pause(1000);
      }
    }),
  );
  const gaps = held.reduce((sum, run, index) => sum + gapsOf(run) - (before[index] ?? 0), 0);
  return { ...counts, gaps };
}

const isQuiet = (run: CallRun): boolean =>
  run.nowMs() - ((run.agentAudible.at(-1)?.endSample ?? 0) * 1000) / run.format.rateHz > quietMs;

function gapsOf(run: CallRun): number {
  const { playout, stalls } = run.record();
  return apartFrom(playout.underruns, stalls).length;
}

/** Strangers at addresses of their own, who register with names and passwords that do not exist. */
async function openFlood(port: number) {
  const sockets: Socket[] = [];
  let answers = 0;
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  for (let index = 1; index <= strangers; index++) {
    const socket = createSocket('udp4');
    socket.on('message', () => (answers += 1));
    socket.bind(0, `127.0.3.${index}`);
    await once(socket, 'listening');
    sockets.push(socket);
  }
  const send = (): void => {
    const socket = sockets[sent % sockets.length] as Socket;
    sent += 1;
    const { address, port: from } = socket.address();
    socket.send(registerOf(`${address}:${from}`, sent), port, '127.0.0.1');
  };
  return {
    start(rate: number): void {
      const everyMs = 10;
      const beganMs = performance.now();
      const before = sent;
      timer = setInterval(() => {
        const due = before + ((performance.now() - beganMs) * rate) / 1000;
        while (sent < due) send();
      }, everyMs);
    },
    stop: () => clearInterval(timer),
    sent: () => sent,
    answered: () => answers,
    async close(): Promise<void> {
      clearInterval(timer);
      for (const socket of sockets) socket.close();
    },
  };
}

const registerOf = (from: string, number: number): string =>
  [
    'REGISTER sip:127.0.0.1 SIP/2.0',
    `Via: SIP/2.0/UDP ${from};branch=z9hG4bKflood${number};rport`,
    'Max-Forwards: 70',
    `From: <sip:stranger${number}@127.0.0.1>;tag=${number}`,
    `To: <sip:stranger${number}@127.0.0.1>`,
    `Call-ID: flood-${number}`,
    'CSeq: 1 REGISTER',
    `Contact: <sip:stranger@${from}>`,
    'Expires: 300',
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');

function verdictsOf({ calls, callsLost, quiet, flooded, requestsSent, answersReceived }: FloodRun): Verdict[] {
  const name = (what: string): string => `${requestsSent} REGISTER of strangers beside ${calls} calls: ${what}`;
  return [
    {
      test: name('calls lost'),
      figure: String(callsLost),
      limit: '0',
      outcome: judged(callsLost === 0),
    },
    {
      test: name('turns answered, before and during'),
      figure: `${quiet.answered} of ${quiet.spoken}, ${flooded.answered} of ${flooded.spoken}`,
      limit: 'all',
      outcome: judged(quiet.answered === quiet.spoken && flooded.answered === flooded.spoken),
    },
    {
      test: name('gaps in the speech of the agents, before and during'),
      figure: `${quiet.gaps}, ${flooded.gaps}`,
      limit: 'no more than before',
      outcome: judged(flooded.gaps <= quiet.gaps),
    },
    {
      test: name('answers to strangers'),
      figure: String(answersReceived),
      limit: 'limited by address',
      outcome: judged(answersReceived < requestsSent),
    },
  ];
}
