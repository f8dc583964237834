import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSpeech, transcriptModules } from '../../media/index.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import { agentOddsOf, probabilityOf } from '../../src/analysis/roles.ts';
import { createTranscriber, type Sentence, type Transcriber } from '../../src/audio/index.ts';
import { sidesOf, turnsOf } from '../../src/features/analysis/call-analysis/turns.ts';
import { type Dialogue, dialogueOf, readPeople, type Spoken, speakLines, telephoneWav } from './spoken-dialogues.ts';

export interface SpeakerFigures {
  readonly dialogues: number;
  readonly words: number;
  /** Words assigned to the person who said them, under any name. */
  readonly right: number;
  /** Dialogues whose voices were not distinguished. */
  readonly undivided: number;
  /**
   * Dialogues between an agent and a customer that were labelled with confidence; `misnamed` counts the incorrect ones.
   */
  readonly named: number;
  readonly misnamed: number;
}

/** Measured pairs of built-in voices; the first is the agent. */
const ourVoices = [
  ['maya', 'daniel'],
  ['leo', 'ruth'],
  ['nina', 'victor'],
  ['ava', 'ruth'],
  ['daniel', 'victor'],
  ['maya', 'nina'],
] as const;

export type Lines = readonly (readonly [0 | 1, string])[];

/** Measures calls between two built-in voices (0 is the agent) in one channel of a telephone line. */
export async function measureOurVoices(calls: readonly Lines[]): Promise<SpeakerFigures> {
  const speech = await openSpeech({ modelsDir: defaultModelsDir(process.env) });
  const dialogues: Dialogue[] = [];
  try {
    for (const [index, lines] of calls.entries())
      dialogues.push(
        dialogueOf(await speakLines(speech, lines, ourVoices[index % ourVoices.length] as [string, string])),
      );
  } finally {
    await speech.close();
  }
  return judged(dialogues, true);
}

/** Measures recordings of people, two of them taking turns in each dialogue. */
export async function measurePeople(folder: string, most: number): Promise<SpeakerFigures> {
  return judged(inPairs(await readPeople(folder), most), false);
}

/** Measures dialogues between one recorded person and a built-in voice that says similar things. */
export async function measureMixed(folder: string, texts: readonly string[]): Promise<SpeakerFigures> {
  const [person = []] = await readPeople(folder);
  const speech = await openSpeech({ modelsDir: defaultModelsDir(process.env) });
  const dialogues: Dialogue[] = [];
  try {
    for (const [index, voice] of ['ava', 'daniel', 'leo', 'maya', 'nina', 'ruth', 'victor'].entries()) {
      const lines = texts.slice(index * 5, index * 5 + 5).map((text) => [1, text] as const);
      const ours = await speakLines(speech, lines, [voice, voice]);
      const own = person.slice(index * 5, index * 5 + 5);
      const turns = ours.flatMap((spoken, turn) => [{ side: 0 as const, samples: own[turn] as Float32Array }, spoken]);
      dialogues.push(dialogueOf(turns.filter(({ samples }) => samples !== undefined)));
    }
  } finally {
    await speech.close();
  }
  return judged(dialogues, false);
}

function inPairs(people: readonly (readonly Float32Array[])[], most: number): Dialogue[] {
  const dialogues: Dialogue[] = [];
  for (let step = 1; step < people.length && dialogues.length < most; step += 1)
    for (let index = 0; index + step < people.length && dialogues.length < most; index += 2) {
      const pair = [people[index] as Float32Array[], people[index + step] as Float32Array[]] as const;
      const spoken: Spoken[] = [];
      for (let turn = 0; turn < 5; turn += 1)
        for (const side of [0, 1] as const) {
          const samples = pair[side][turn % pair[side].length] as Float32Array;
          // Length of typical call turns.
          spoken.push({ side, samples: samples.slice(0, (2 + ((turn * 2 + side) % 5) * 1.5) * 16_000) });
        }
      dialogues.push(dialogueOf(spoken));
    }
  return dialogues;
}

async function judged(dialogues: readonly Dialogue[], hasAgent: boolean): Promise<SpeakerFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-speakers-'));
  const transcriber = createTranscriber({
    modules: async () => transcriptModules,
    modelsDir: defaultModelsDir(process.env),
    threads: 1,
    providers: ['cpu'],
  });
  const figures = { dialogues: 0, words: 0, right: 0, undivided: 0, named: 0, misnamed: 0 };
  try {
    for (const dialogue of dialogues) {
      const path = join(folder, 'dialogue.wav');
      await writeFile(path, telephoneWav(dialogue.samples));
      const one = await judge(transcriber, path, dialogue);
      figures.dialogues += 1;
      figures.words += one.words;
      figures.right += one.right;
      if (one.odds === undefined) figures.undivided += 1;
      else if (hasAgent && Math.max(probabilityOf(one.odds), 1 - probabilityOf(one.odds)) >= 0.8) {
        figures.named += 1;
        if (one.odds > 0 !== one.isFirstAgent) figures.misnamed += 1;
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}

async function judge(transcriber: Transcriber, path: string, { said }: Dialogue) {
  const sentences: Sentence[] = [];
  const outcome = await transcriber.transcribe(path, {
    fromMs: 0,
    tellsVoices: true,
    signal: new AbortController().signal,
    onPart: async (part) => void sentences.push(...part.sentences),
  });
  if (outcome.kind === 'fault') throw new Error(`a dialogue was not transcribed: ${outcome.code} ${outcome.detail}`);
  const sides =
    outcome.voices === undefined ? [{ speaker: 'speaker_1' as const, sentences }] : sidesOf(sentences, outcome.voices);
  // Word counts by recognised voice and actual speaker.
  const counts = [
    [0, 0],
    [0, 0],
  ];
  for (const [voice, { sentences: own }] of sides.entries())
    for (const { startMs, endMs } of own.flatMap(({ words = [] }) => words)) {
      const side = sideAt(said, (startMs + endMs) / 2);
      (counts[voice] as number[])[side] = ((counts[voice] as number[])[side] as number) + 1;
    }
  const [[a, b], [c, d]] = counts as [[number, number], [number, number]];
  const isStraight = a + d >= b + c;
  const odds = outcome.voices === undefined ? undefined : agentOddsOf(turnsOf(sides), ['speaker_1', 'speaker_2'], {});
  return { words: a + b + c + d, right: Math.max(a + d, b + c), odds, isFirstAgent: isStraight };
}

/** Returns the speaker at a time, or the one nearest to it. */
function sideAt(said: Dialogue['said'], ms: number): 0 | 1 {
  const away = ({ startMs, endMs }: Dialogue['said'][number]): number => Math.max(0, startMs - ms, ms - endMs);
  return said.reduce((best, each) => (away(each) < away(best) ? each : best)).side;
}
