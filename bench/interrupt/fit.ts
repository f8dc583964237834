import { readFile, writeFile } from 'node:fs/promises';
import { whisper } from '../../media/engines/whisper/spec.ts';
import type { LogisticModel } from '../../media/kit/logistic.ts';
import type { RecogniserCalibration } from '../../media/language/calibration.ts';
import { languages } from '../../media/language/languages.ts';
import { overlapFeatures } from '../../media/turn/overlap-features.ts';
import { createOverlapPhrases } from '../../media/turn/overlap-phrases.ts';
import { createOverlapVocabulary } from '../../media/turn/overlap-vocabulary.ts';
import { createOverlapJudge, isDoubtful, type OverlapJudge } from '../../media/turn/overlap-words.ts';
import { taskModels } from '../../models/manifest.ts';
import { printTable } from '../table.ts';
import { crossValidated, type Example, fitLogistic } from './fit-logistic.ts';
import type { LineModels } from './models.ts';
import { type HeardRecording, hearRecordings } from './recordings.ts';
import { spokenKinds } from './spoken-texts.ts';

const decimals = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Candidate penalties; the one with the least loss on held-out texts is used. */
const penalties = [1, 4, 15, 60] as const;
/** Maximum share of backchannels that may end a reply: the lowest threshold that keeps each kind below it is used. */
const mostPassed = 0.05;
const thresholds = Array.from({ length: 19 }, (_, i) => decimals(0.05 + 0.05 * i, 2));

const calibrationFile = `media/recogniser/calibration/${taskModels.recognition}.json`;

interface Judged {
  readonly recording: HeardRecording;
  readonly example: Example;
  /** Whether the model decides; otherwise the gates do. */
  readonly decides: boolean;
  readonly gates: boolean;
}

export interface FitOptions {
  readonly each: number;
  readonly seed: number;
  /** Recordings of an earlier run, used instead of new ones. */
  readonly heardFile?: string;
  /** Writes the model into the calibration file. */
  readonly write: boolean;
}

/** Fits the decision about final words on seen texts and reports it on held-out ones. */
export async function fitOverlap(openModels: () => Promise<LineModels>, options: FitOptions): Promise<object> {
  const calibration = whisper.recogniser?.calibration as RecogniserCalibration;
  const { fitted: _, ...overlap } = calibration.overlap;
  const gates = createOverlapJudge({ calibration: { overlap }, languages: ['en'] });
  const vocabulary = createOverlapVocabulary(languages, overlap.misheard);
  const phrases = createOverlapPhrases(vocabulary, overlap, ['en']);
  const all = await recordingsOf(openModels, options, gates);
  const judged = all.map((recording): Judged => {
    const { heard, speechMs, said, isInterruption } = recording;
    const features = overlapFeatures(heard, speechMs, { vocabulary, phrases });
    const decides = isDoubtful({ vocabulary, confidence: overlap.confidence }, { heard, speechMs, minWords: 1 });
    return {
      recording,
      example: { features, isYes: isInterruption, group: said, weight: 1 },
      decides,
      gates: ends(gates, recording),
    };
  });
  const seen = judged.filter(({ recording }) => recording.part === 'seen');
  const model = fitted(seen);
  const { penalty, ...weights } = model;
  const source = `npm run bench -- interrupt --fit, ${seen.length} recordings of the seen part.`;
  const next = createOverlapJudge({
    calibration: { overlap: { ...overlap, fitted: { source, ...weights } } },
    languages: ['en'],
  });
  const figures = (['seen', 'held-out'] as const).flatMap((part) =>
    spokenKinds.map((kind) => {
      const mine = all.filter((one) => one.part === part && one.kind === kind);
      const percent = (judge: OverlapJudge): number =>
        decimals((100 * mine.filter((one) => ends(judge, one)).length) / Math.max(1, mine.length), 1);
      return { part, kind, n: mine.length, gates: percent(gates), fitted: percent(next) };
    }),
  );
  printTable(
    ['part', 'said over a reply', 'n', 'ends it, gates %', 'fitted %'],
    figures.filter(({ n }) => n > 0).map(({ part, kind, n, ...both }) => [part, kind, n, both.gates, both.fitted]),
  );
  process.stdout.write(`penalty ${penalty}, threshold ${model.threshold}\n`);
  if (options.write) await writeModel({ source, set: 'seen', ...weights });
  return { model: weights, penalty, figures };
}

const ends = (judge: OverlapJudge, { heard, speechMs }: HeardRecording): boolean =>
  ['words', 'command'].includes(judge.judge(heard, speechMs));

async function recordingsOf(
  openModels: () => Promise<LineModels>,
  { each, seed, heardFile }: FitOptions,
  { hints }: OverlapJudge,
): Promise<HeardRecording[]> {
  if (heardFile !== undefined)
    return (await readFile(heardFile, 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as HeardRecording);
  const models = await openModels();
  const all: HeardRecording[] = [];
  for (const part of ['seen', 'held-out'] as const)
    for await (const recording of hearRecordings(models, { each, seed, part, hints })) all.push(recording);
  return all;
}

/** Fits the model on the cases it decides. Both the penalty and the threshold are chosen on held-out texts. */
function fitted(seen: readonly Judged[]): LogisticModel & { readonly penalty: number } {
  const weighed = seen.filter(({ decides }) => decides);
  const examples = weighed.map(({ example }) => example);
  const tried = penalties.map((penalty) => {
    const shares = crossValidated(examples, penalty);
    const loss = -examples.reduce((sum, { isYes }, i) => {
      const p = Math.min(1 - 1e-9, Math.max(1e-9, shares[i] as number));
      return sum + Math.log(isYes ? p : 1 - p);
    }, 0);
    return { penalty, shares, loss };
  });
  const { penalty, shares } = tried.reduce((best, one) => (one.loss < best.loss ? one : best));
  const passes = (threshold: number): boolean =>
    spokenKinds
      .filter((kind) => kind.startsWith('backchannel'))
      .every((kind) => {
        const ofKind = seen.filter(({ recording }) => recording.kind === kind).length;
        const byModel = weighed.filter(
          ({ recording }, i) => recording.kind === kind && (shares[i] as number) >= threshold,
        ).length;
        const byGates = seen.filter((one) => one.recording.kind === kind && !one.decides && one.gates).length;
        const ending = byModel + byGates;
        return ending <= mostPassed * ofKind;
      });
  const threshold = thresholds.find(passes) ?? (thresholds.at(-1) as number);
  const { bias, weights } = fitLogistic(examples, penalty);
  const rounded = Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, decimals(weight, 3)]));
  return { bias: decimals(bias, 3), weights: rounded, threshold, penalty };
}

async function writeModel(model: object): Promise<void> {
  const calibration = JSON.parse(await readFile(calibrationFile, 'utf8')) as { overlap: object };
  Object.assign(calibration.overlap, { fitted: model });
  await writeFile(calibrationFile, `${JSON.stringify(calibration, null, 2)}\n`);
  process.stdout.write(`wrote ${calibrationFile}\n`);
}
