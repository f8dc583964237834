import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { openSpeech, type SpeechService, writeWav } from '../../media/index.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import { openAgent } from '../call/agents.ts';
import { chromiumPath } from '../chromium-path.ts';
import { hasBaresip, openBaresip } from './baresip.ts';
import { countHands, type Hands } from './counted-hands.ts';
import { startSipServer } from './sip-server.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `first-day: what a newcomer clicks and types in the console, from the start of a new server to an own agent that
talks, a language model by URL, a telephone that rings, and an analysed recording. Needs Chromium and baresip.
  --out FILE  (default bench/results/first-day.json)
`;

const options = {
  out: { type: 'string', default: 'bench/results/first-day.json' },
  help: { type: 'boolean', default: false },
} as const;

const limits = { clicks: 12, fields: 6 } as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  if (values.help) {
    process.stderr.write(usage);
    return 0;
  }
  if (!hasBaresip || chromiumPath === undefined) {
    const figure = hasBaresip ? 'Chromium is missing' : 'baresip is missing';
    return conclude(values.out, [{ test: 'first-day', figure, limit: '-', outcome: 'skip' }]);
  }
  const day = await liveFirstDay(env);
  for (const { step, clicks, fields, seconds } of day.steps)
    process.stdout.write(`${step}: ${clicks.join(', ')} | ${fields.join(', ') || 'no field'} | ${seconds} s\n`);
  return conclude(values.out, [verdictOf(day)], { day });
}

export interface FirstDay {
  readonly steps: readonly StepOfDay[];
  /** What the agent said in the test call, and to the telephone. */
  readonly spoken: readonly string[];
}

interface StepOfDay {
  readonly step: string;
  /** Names of what was clicked. */
  readonly clicks: readonly string[];
  /** Names of the fields that were typed into. */
  readonly fields: readonly string[];
  readonly seconds: number;
}

const question = 'When do you open?';
const persona =
  'You answer the phone of a pizzeria called Corner Oven. We open at noon. We close at ten in the evening. A Margherita costs fourteen dollars.';
const conversation = [
  ['daniel', 'Corner Oven, good evening. How can I help you?'],
  ['ava', 'My order arrived cold and one pizza was missing. I would like my money back.'],
  ['daniel', 'I am very sorry. I will refund the order today.'],
  ['ava', 'Thank you. Goodbye.'],
] as const;

/** Does it in Chromium. The telephone is baresip, which is given what the console shows. */
export async function liveFirstDay(env: NodeJS.ProcessEnv): Promise<FirstDay> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-first-day-'));
  const speech = await openSpeech({ modelsDir: defaultModelsDir(env) });
  const model = await openAgent('chat', 0);
  const started = await startSipServer({ entry: new URL('../../src/main.js', import.meta.url), env });
  let browser: Browser | undefined;
  try {
    const microphone = join(folder, 'microphone.wav');
    await writeFile(microphone, await microphoneFile(speech));
    browser = await chromium.launch({ executablePath: chromiumPath as string, args: browserArguments(microphone) });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(90_000);
    const hands = countHands(page);
    await page.goto(started.server.baseUrl);
    await createAccount(hands);
    const said = await talkToOwnAgent(hands);
    await connectModel(hands, model.env.LLM_BASE_URL ?? '');
    const heard = await ringWithPhone(hands, { speech, registrar: `127.0.0.1:${started.sipPort}` });
    await analyseRecording(hands, { speech, folder });
    return { steps: hands.steps(), spoken: [said, heard] };
  } finally {
    await browser?.close();
    await started.close();
    model.close();
    await speech.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function createAccount({ begin, fill, click, page }: Hands): Promise<void> {
  begin('account');
  await fill(page.getByLabel('E-mail address'), 'owner@example.com');
  await fill(page.getByLabel('New password', { exact: true }), 'correct horse battery');
  await click(page.getByRole('button', { name: 'Create account' }));
  await page.getByRole('region', { name: 'First steps' }).waitFor();
}

async function talkToOwnAgent({ begin, fill, click, follow, page }: Hands): Promise<string> {
  begin('own agent that talks');
  await follow('Create an agent');
  await fill(page.getByLabel('Name', { exact: true }), 'Robin');
  await fill(page.getByLabel('Persona'), persona);
  await click(page.getByRole('button', { name: 'Create agent' }));
  const panel = page.getByRole('region', { name: 'Test this agent' });
  await click(panel.getByRole('button', { name: 'Call', exact: true }));
  const answer = panel.locator('[data-speaker="agent"]', { hasText: /noon/i });
  await answer.waitFor();
  const said = (await answer.textContent()) ?? '';
  await click(panel.getByRole('button', { name: 'End call' }));
  await panel.getByRole('button', { name: 'Call again' }).waitFor();
  return said;
}

async function connectModel({ begin, fill, click, follow, page }: Hands, url: string): Promise<void> {
  begin('language model by URL');
  await follow('Connect a language model');
  await fill(page.getByLabel('Address', { exact: true }), url);
  await fill(page.getByLabel('Model', { exact: true }), 'echo');
  await click(page.getByRole('button', { name: 'Connect', exact: true }));
  await page.getByRole('heading', { level: 1, name: 'echo' }).waitFor();
}

interface RingOptions {
  readonly speech: SpeechService;
  /** Address and port of the SIP server. */
  readonly registrar: string;
}

/** Returns what the agent answered to the telephone. */
async function ringWithPhone(hands: Hands, { speech, registrar }: RingOptions): Promise<string> {
  const { begin, click, follow, page } = hands;
  begin('telephone that rings');
  await follow('Connect a phone');
  await click(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }));
  const account = page.getByRole('region', { name: 'Account of the phone' });
  const username = (await account.getByRole('row', { name: 'User name' }).locator('code').textContent()) ?? '';
  const extension =
    (await account
      .getByText(/^Dial .* to reach Robin/)
      .locator('code')
      .textContent()) ?? '';
  const password = await page.getByLabel('Password', { exact: true }).inputValue();
  const phone = await openBaresip({ username, password, domain: registrar });
  try {
    await page.getByText('Registered', { exact: true }).waitFor();
    await phone.command('dial', `sip:${extension}@${registrar}`);
    await phone.next('CALL_ESTABLISHED');
    await phone.say(await speech.speak(question, { speaker: 'ava' }, 8000));
    return await answerOfModel(hands);
  } finally {
    await phone.stop();
  }
}

/** Returns what the stand-in for a language model answered in the latest call. It repeats the caller's words. */
async function answerOfModel({ page }: Hands): Promise<string> {
  const found = await page.waitForFunction(`(async () => {
    const headers = { authorization: 'Bearer ' + localStorage.getItem('parley.session') };
    const read = async (path) => (await fetch(path, { headers })).json();
    const [latest] = (await read('/v1/calls')).calls;
    if (latest === undefined) return undefined;
    const { transcript } = await read('/v1/calls/' + latest.uuid);
    return transcript.find(({ text }) => /I heard you say/.test(text))?.text;
  })()`);
  return (await found.jsonValue()) as string;
}

async function analyseRecording(hands: Hands, place: { readonly speech: SpeechService; readonly folder: string }) {
  const { begin, click, follow, page } = hands;
  begin('analysed recording');
  const file = join(place.folder, 'complaint.wav');
  await writeFile(file, await recordedCall(place.speech));
  await follow('Analyse a recording');
  const chooser = page.waitForEvent('filechooser');
  await click(page.getByRole('button', { name: 'Choose recordings' }));
  await (await chooser).setFiles(file);
  await click(page.getByRole('button', { name: 'Upload 1 recording' }));
  await page.getByText('1 of 1 analysed', { exact: true }).waitFor();
}

const rateHz = 16_000;
const questionAtS = 9;
const microphoneS = 120;

/** The microphone of the test call: silence, with a question after the greeting. */
async function microphoneFile(speech: SpeechService): Promise<Uint8Array> {
  const samples = new Float32Array(microphoneS * rateHz);
  const { samples: asked } = await speech.speak(question, { speaker: 'ava' }, rateHz);
  samples.set(asked, questionAtS * rateHz);
  return writeWav({ samples, rateHz });
}

async function recordedCall(speech: SpeechService): Promise<Uint8Array> {
  const clips: Float32Array[] = [];
  for (const [speaker, text] of conversation) clips.push((await speech.speak(text, { speaker }, rateHz)).samples);
  const pause = rateHz / 2;
  const samples = new Float32Array(clips.reduce((sum, clip) => sum + clip.length + pause, 0));
  let at = 0;
  for (const clip of clips) {
    samples.set(clip, at);
    at += clip.length + pause;
  }
  return writeWav({ samples, rateHz });
}

const browserArguments = (microphone: string): string[] => [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--autoplay-policy=no-user-gesture-required',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${microphone}%noloop`,
];

function verdictOf({ steps }: FirstDay): Verdict {
  const clicks = steps.reduce((sum, step) => sum + step.clicks.length, 0);
  const fields = steps.reduce((sum, step) => sum + step.fields.length, 0);
  return {
    test: 'first-day: account, agent that talks, model by URL, telephone that rings, analysed recording',
    figure: `${clicks} clicks, ${fields} fields`,
    limit: `${limits.clicks} clicks, ${limits.fields} fields`,
    outcome: judged(clicks <= limits.clicks && fields <= limits.fields),
  };
}
