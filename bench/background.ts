import { parseArgs } from 'node:util';
import { openVirtualLine, type VirtualCall } from '../media/call/virtual/virtual-line.ts';
import type { AgentEvent, AgentRequest } from '../media/line/agent.ts';
import { defaultModelsDir } from '../models/locate.ts';
import { readPrompts } from './endpoint-prompts.ts';
import { type LineModels, openLineModels } from './interrupt/models.ts';
import { atLevel, joined, music } from './interrupt/sounds.ts';
import { chooseSpeech, speechUsage } from './speech-folder.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const usage = `bench background: callers who ask questions while another voice or music is in the room.
  --calls N      calls of each row, two questions each (default 12)
  --db LIST      levels of the room, in dB below the caller (default 10,20,26)
  --begins LIST  when the room begins: "call" with the call, "question" just before the first question, "answer" after it
                 (default call,question,answer)
  --room LIST    "voice" and "music" (default voice,music)
  --speech DIR   ${speechUsage};
                 they are the voice in the room for every other caller
  --together N   calls at a time, on one clock (default 6)
  --verbose      each question
`;

const callerDbfs = -20;
const questions = [
  { text: 'What are your opening hours?', word: /open|hour/i },
  { text: 'Can I book an appointment for Tuesday afternoon?', word: /appointment|tuesday/i },
  { text: 'How much does a cleaning cost?', word: /clean|cost|much/i },
  { text: 'I would like to speak with somebody about my bill, please.', word: /bill|speak/i },
  { text: 'Is Friday free?', word: /friday|free/i },
  { text: 'Do you have parking?', word: /park/i },
] as const;
const speakers = ['daniel', 'ruth', 'maya', 'victor', 'leo', 'nina'] as const;
const television = [
  'And now the weather for the coming days, with clouds in the north and sunshine along the coast.',
  'In other news, the council has decided to repair the old bridge, which was closed after the flood.',
  'Our next guest has written a book about the history of gardens, and she will tell us more after the break.',
  'The second half has begun, and the visitors have already had two chances to score.',
];
const greeting = 'Hello, this is Bright Dental. How can I help you today?';
/** The greeting is over, and the caller has had time to think. */
const askAtMs = 5500;
/** From one question to the next: long enough for the first, its answer, and a pause. */
const betweenMs = 7500;
const sceneMs = askAtMs + 2 * betweenMs;
/** An answer after this time is too late: the caller would have asked whether anyone is there. */
const answeredWithinMs = 4000;

const begins = ['call', 'question', 'answer'] as const;
type Begins = (typeof begins)[number];

interface Scene {
  readonly call: VirtualCall;
  readonly questions: readonly { readonly word: RegExp; readonly endMs: number }[];
}

interface Row {
  readonly room: string;
  readonly db: number | undefined;
  readonly begins: Begins;
}

interface Answer {
  readonly answered: boolean;
  readonly waitMs: number;
  readonly greeted: boolean;
  /** Turns of the room that the agent answered. */
  readonly others: number;
  readonly heard: string;
}

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      calls: { type: 'string', default: '12' },
      db: { type: 'string', default: '10,20,26' },
      begins: { type: 'string', default: begins.join() },
      room: { type: 'string', default: 'voice,music' },
      speech: { type: 'string' },
      together: { type: 'string', default: '6' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [calls, together] = [Number(values.calls), Number(values.together)];
  const levels = values.db.split(',').map(Number);
  const isReadable = [calls, together, ...levels].every((value) => Number.isInteger(value) && value > 0);
  if (values.help || !isReadable) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const speech = chooseSpeech(values.speech);
  if (speech === undefined) return 2;
  const models = await openLineModels(defaultModelsDir(env));
  const recorded = speech.dir !== undefined ? (await readPrompts(speech.dir)).map(({ samples }) => samples) : [];
  const rows: Row[] = [
    { room: 'silence', db: undefined, begins: 'call' },
    ...values.room
      .split(',')
      .flatMap((room) =>
        levels.flatMap((db) =>
          begins.filter((name) => values.begins.includes(name)).map((name): Row => ({ room, db, begins: name })),
        ),
      ),
  ];
  const results = [];
  for (const row of rows) results.push({ row, answers: await play(row, models, { calls, together, recorded }) });
  if (values.verbose)
    for (const { row, answers } of results)
      for (const { answered, waitMs, heard } of answers)
        process.stderr.write(`${answered ? '  ' : 'X '}${row.room} ${row.db} ${row.begins} ${waitMs} ${heard}\n`);
  const figures = results.map(({ row, answers }) => figuresOf(row, answers));
  printTable(
    ['room', 'dB below', 'begins', 'questions', 'answered', 'wait p50', 'p95', 'greeted in full', 'room answered'],
    figures.map((f) => [f.room, f.db ?? '', f.begins, f.n, f.answered, f.p50, f.p95, f.greeted, f.others]),
  );
  await writeResults('bench/results/background.json', { figures, results });
  return 0;
}

interface PlayOptions {
  readonly calls: number;
  readonly together: number;
  readonly recorded: readonly Float32Array[];
}

async function play(row: Row, models: LineModels, { calls, together, recorded }: PlayOptions): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let first = 0; first < calls; first += together) {
    const line = await openVirtualLine(models, { wordsMs: 120, verdictMs: 100, voiceMs: 30, networkMs: 20 });
    const scenes: Scene[] = [];
    for (let nth = first; nth < Math.min(calls, first + together); nth++) {
      const { samples, ...scene } = await sceneOf(nth, row, models, recorded);
      const call = line.hold({
        agent,
        caller: (atMs) => {
          const frame = new Float32Array(160);
          frame.set(samples.subarray(atMs * 8, atMs * 8 + 160));
          return frame;
        },
      });
      scenes.push({ call, ...scene });
    }
    await line.pass(sceneMs);
    answers.push(...scenes.flatMap(judge));
    await line.close();
  }
  return answers;
}

function agent({ input }: AgentRequest): readonly AgentEvent[] {
  if (input.kind === 'opening') return [{ type: 'phrase', text: greeting }];
  return [{ type: 'phrase', text: 'Let me see what I can do for you.' }];
}

async function sceneOf(
  nth: number,
  { room, db, begins: when }: Row,
  models: LineModels,
  recorded: readonly Float32Array[],
) {
  const speaker = speakers[nth % speakers.length] as string;
  const samples = new Float32Array(sceneMs * 8);
  const asked = [0, 1].map((k) => questions[(2 * nth + k) % questions.length] as (typeof questions)[number]);
  const ends: { word: RegExp; endMs: number }[] = [];
  for (const [k, { text, word }] of asked.entries()) {
    const clip = atLevel(await models.speak(text, speaker), callerDbfs);
    const atMs = askAtMs + k * betweenMs;
    samples.set(clip, atMs * 8);
    ends.push({ word, endMs: atMs + lastSoundMs(clip) });
  }
  if (db !== undefined) {
    const sound = room === 'music' ? music(nth, sceneMs) : await talk(nth, speaker, models, recorded);
    const level = atLevel(sound, callerDbfs - db);
    const from = { call: 0, question: askAtMs - 400, answer: (ends[0]?.endMs ?? 0) + 2500 }[when] * 8;
    for (let i = from; i < samples.length; i++)
      samples[i] = (samples[i] as number) + (level[(i - from) % level.length] as number);
  }
  return { samples, questions: ends };
}

/** Another voice without a pause: recorded prompts for every other caller if there are any, and otherwise a synthetic one. */
async function talk(
  nth: number,
  caller: string,
  models: LineModels,
  recorded: readonly Float32Array[],
): Promise<Float32Array> {
  if (recorded.length > 0 && nth % 2 === 1)
    return joined(
      Array.from({ length: 8 }, (_, i) => atLevel(recorded[(nth * 8 + i) % recorded.length] as Float32Array, -20)),
    );
  const other = speakers[(speakers.indexOf(caller as (typeof speakers)[number]) + 3) % speakers.length] as string;
  const parts: Float32Array[] = [];
  for (let i = 0; i < television.length; i++)
    parts.push(atLevel(await models.speak(television[(nth + i) % television.length] as string, other), -20));
  return joined(parts);
}

/** Returns the end of the last 10 ms within 35 dB of the loudest. */
function lastSoundMs(samples: Float32Array): number {
  const energies: number[] = [];
  for (let at = 0; at + 80 <= samples.length; at += 80)
    energies.push(samples.subarray(at, at + 80).reduce((sum, x) => sum + x * x, 0));
  const least = Math.max(...energies) / 10 ** 3.5;
  return 10 * (energies.findLastIndex((energy) => energy >= least) + 1);
}

function judge({ call, questions: asked }: Scene): Answer[] {
  const lines = call.events.flatMap((event) => (event.type === 'line' ? [event.line] : []));
  const said = lines.filter(({ speaker }) => speaker === 'customer');
  const greeted = lines.some(
    ({ speaker, interrupted, text }) => speaker === 'agent' && /today/.test(text) && interrupted !== true,
  );
  const others = said.filter(({ text }) => !questions.some(({ word }) => word.test(text))).length;
  return asked.map(({ word, endMs }) => {
    const line = said.find(({ text, endMs: until }) => word.test(text) && Math.abs(until - endMs) < answeredWithinMs);
    const firstMs = call.playout.audible.map(({ startSample }) => startSample / 8).find((ms) => ms > endMs);
    const waitMs = firstMs === undefined ? Number.NaN : Math.round(firstMs - endMs);
    const answered = line !== undefined && waitMs <= answeredWithinMs;
    return { answered, waitMs, greeted, others, heard: said.map(({ text }) => text).join(' / ') };
  });
}

function figuresOf({ room, db, begins: when }: Row, answers: readonly Answer[]) {
  const waits = answers.filter(({ answered }) => answered).map(({ waitMs }) => waitMs);
  return {
    room,
    db,
    begins: db === undefined ? '' : when,
    n: answers.length,
    answered: waits.length,
    p50: round(quantile(waits, 0.5)),
    p95: round(quantile(waits, 0.95)),
    greeted: answers.filter(({ greeted }, i) => greeted && i % 2 === 0).length,
    others: answers.reduce((sum, { others }, i) => sum + (i % 2 === 0 ? others : 0), 0),
  };
}
