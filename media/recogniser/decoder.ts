import { invariant } from '../kit/invariant.ts';
import type { JobSignal, Session, Tensor } from '../line/engine.ts';
import type { LikelyPhrase } from '../line/speech.ts';
import { loopLength } from './loop.ts';
import { choices, type ModelCard } from './model-card.ts';
import { likelyBranches, noPhrases, type PhraseTree } from './phrase-tree.ts';

/** What the encoder made of one window. */
export interface Encoded {
  /** `cross_key_i` and `cross_value_i` of every decoder layer. */
  readonly cross: Readonly<Record<string, Tensor>>;
  /** Added to the attention logits, one per column. */
  readonly weights: Float32Array;
  readonly audioColumns: number;
}

export interface Decoded {
  /** Text tokens, the end left out. */
  readonly tokens: readonly number[];
  /** Of each token, and last of the end where it was reached. */
  readonly probabilities: readonly number[];
  /** Probability that nothing is said, 0 to 1. */
  readonly noSpeech: number;
  /** Whether the end was reached, rather than the cap or a loop. */
  readonly ended: boolean;
  /** Per token and one for the end: attention logits [heads, audio columns]. */
  readonly alignment: readonly Float32Array[];
  /** Of the phrases those that may be what was said, the likeliest first; none where the tokens leave no doubt. */
  readonly likely: readonly LikelyPhrase[];
  /** Runs of the graph. */
  readonly steps: number;
}

interface DecodeOptions {
  /** What went before, where anything did, and the task: from the start token on. */
  readonly prompt: readonly number[];
  /** Tokens that an earlier decode of the same speech gave. They are checked in one step, never believed. */
  readonly draft: readonly number[];
  /** Tried as well, each by itself, where a token is doubtful. */
  readonly phrases: PhraseTree;
  /** The end, and what may stand before it. */
  readonly ends: readonly number[];
  readonly maxTokens: number;
  readonly signal: JobSignal;
}

export interface Decoder {
  /** Greedy. Undefined when the signal aborted. */
  decode(encoded: Encoded, options: DecodeOptions): Promise<Decoded | undefined>;
  /** The language token that fits best. */
  detectLanguage(encoded: Encoded): Promise<number>;
}

interface Step {
  readonly tokens: readonly number[];
  /** Which of the tokens each one follows, -1 for what is known; one follows the other by default. */
  readonly parents?: readonly number[];
  /** Indices into `tokens` whose successors are asked for. */
  readonly take: readonly number[];
  readonly choice: readonly number[];
  /** What else is asked: how likely a token is after the one that `of` (an index into `take`) names. */
  readonly asked?: readonly { readonly of: number; readonly token: number }[];
}

interface Answer {
  readonly tokens: readonly number[];
  readonly probabilities: Float32Array;
  readonly noSpeech: Float32Array;
  readonly asked: Float32Array;
}

const never = -1e9;

/** Where every token is likelier than this, the words are what was said. */
const DOUBTFUL = 0.7;
/** Phrases that begin less likely than this are pruned; a branch of more tokens is not tried. */
const branchLimits = { least: 0.0025, most: 96 } as const;
/** The natural logarithm of a phrase's probability. */
const LEAST_LOG = -7;

export function createDecoder(session: Session, card: ModelCard): Decoder {
  return {
    async decode(encoded, options) {
      const { prompt, signal } = options;
      const state = createState(session, card, encoded);
      const draft = options.draft.slice(0, options.maxTokens);
      const last = prompt.length - 1;
      const firsts = options.phrases.nodes.filter(({ parent }) => parent < 0).map(({ token }) => token);
      let answer = await state.step({
        tokens: [...prompt, ...draft],
        take: [prompt.indexOf(card.special.start), ...draft.map((_, i) => last + i), last + draft.length],
        choice: [choices.next, choices.first, ...draft.map(() => choices.next)],
        asked: firsts.map((token) => ({ of: 1, token })),
      });
      const first = new Map(firsts.map((token, i) => [token, answer.asked[i] as number]));
      const noSpeech = answer.noSpeech[0]!;
      const found = createFound(card.special.end, options.maxTokens);
      let more = found.take(answer.tokens.slice(1), answer.probabilities.subarray(1), draft);
      state.keep(prompt.length + found.tokens.length - (found.ended ? 0 : 1));
      while (more && !signal.aborted) {
        answer = await state.step({ tokens: [found.tokens.at(-1)!], take: [0], choice: [choices.next] });
        more = found.take(answer.tokens, answer.probabilities, []);
      }
      if (signal.aborted) return undefined;
      const { tokens, probabilities, ended } = found;
      const alignment = state.alignment.slice(last, last + tokens.length + 1);
      const isDoubtful = tokens.some((_, i) => (probabilities[i] as number) < DOUBTFUL);
      state.keep(prompt.length);
      const branches = isDoubtful ? likelyBranches(options.phrases, first, branchLimits) : noPhrases;
      const likely = await weighPhrases(state, branches, first, options.ends);
      return { tokens, probabilities, ended, noSpeech, alignment, likely, steps: state.steps };
    },
    async detectLanguage(encoded) {
      const state = createState(session, card, encoded);
      const answer = await state.step({ tokens: [card.special.start], take: [0], choice: [choices.language] });
      return answer.tokens[0]!;
    },
  };
}

/** How likely each phrase is to be all that was said, after the prompt that the state holds: one run of the graph for all of them. */
async function weighPhrases(
  state: ReturnType<typeof createState>,
  { nodes, phrases }: PhraseTree,
  first: ReadonlyMap<number, number>,
  ends: readonly number[],
): Promise<LikelyPhrase[]> {
  if (phrases.length === 0) return [];
  const steps = nodes.flatMap(({ parent, token }) => (parent < 0 ? [] : [{ of: parent, token }]));
  const { asked } = await state.step({
    tokens: nodes.map(({ token }) => token),
    parents: nodes.map(({ parent }) => parent),
    take: nodes.map((_, i) => i),
    choice: nodes.map(() => choices.next),
    asked: [...steps, ...phrases.flatMap(({ last }) => ends.map((token) => ({ of: last, token })))],
  });
  let at = 0;
  const logs: number[] = [];
  for (const { parent, token } of nodes) {
    if (parent < 0) logs.push(Math.log(first.get(token) ?? 0));
    else logs.push((logs[parent] as number) + Math.log(asked[at++] as number));
  }
  return phrases
    .map(({ text, last }, i) => {
      const from = steps.length + i * ends.length;
      const ending = asked.subarray(from, from + ends.length).reduce((sum, probability) => sum + probability, 0);
      return { text, logProbability: (logs[last] as number) + Math.log(ending) };
    })
    .filter(({ logProbability }) => logProbability >= LEAST_LOG)
    .toSorted((a, b) => b.logProbability - a.logProbability);
}

/** What has been decoded so far; `take` adds answers as long as they agree with the draft that they were asked with. */
function createFound(end: number, maxTokens: number) {
  const found = {
    tokens: [] as number[],
    probabilities: [] as number[],
    ended: false,
    /** Whether another step is needed. */
    take(answers: readonly number[], probabilities: Float32Array, draft: readonly number[]): boolean {
      for (let i = 0; i < answers.length; i += 1) {
        found.probabilities.push(probabilities[i]!);
        found.ended = answers[i] === end;
        if (found.ended) return false;
        found.tokens.push(answers[i]!);
        const looped = loopLength(found.tokens);
        if (looped > 0) {
          found.tokens.length -= looped;
          found.probabilities.length = found.tokens.length;
          return false;
        }
        if (found.tokens.length >= maxTokens) return false;
        if (answers[i] !== draft[i]) return true;
      }
      return true;
    },
  };
  return found;
}

/** The cache of one decode: a row of keys and values for each known token, contiguous, so that growing it copies only the new. */
function createState(session: Session, card: ModelCard, encoded: Encoded) {
  const { width, decoderLayers, textPositions } = card.shape;
  const rowWidth = 2 * decoderLayers * width;
  const columns = encoded.weights.length;
  const weights: Tensor = { type: 'float32', data: encoded.weights, dims: [columns] };
  let cache = new Float32Array(32 * rowWidth);
  let known = 0;

  const reserve = (rows: number): void => {
    if (rows * rowWidth <= cache.length) return;
    const larger = new Float32Array(Math.max(rows * rowWidth, 2 * cache.length));
    larger.set(cache.subarray(0, known * rowWidth));
    cache = larger;
  };

  const state = {
    steps: 0,
    /** By position: attention logits of the alignment heads over the audio. */
    alignment: [] as Float32Array[],
    /** Forgets what was fed after the first `positions`. */
    keep(positions: number): void {
      known = Math.min(known, positions);
      state.alignment.length = Math.min(state.alignment.length, positions);
    },
    async step({ tokens, parents = tokens.map((_, i) => i - 1), take, choice, asked = [] }: Step): Promise<Answer> {
      const count = tokens.length;
      const depths: number[] = [];
      for (const parent of parents) depths.push(parent < 0 ? 0 : (depths[parent] as number) + 1);
      const places = known + Math.max(...depths) + 1;
      invariant(places <= textPositions, `a decode of ${places} positions; ${textPositions} fit`);
      reserve(known + count);
      const results = await session.run({
        tokens: int64(tokens),
        positions: int64(depths.map((depth) => known + depth)),
        take: int64(take),
        choice: int64(choice),
        asked_of: int64(asked.map(({ of }) => of)),
        asked: int64(asked.map(({ token }) => token)),
        past: { type: 'float32', data: cache.subarray(0, known * rowWidth), dims: [known, rowWidth] },
        mask: maskOf(known, parents),
        weights,
        ...encoded.cross,
      });
      state.steps += 1;
      cache.set(floats(results.rows), known * rowWidth);
      known += count;
      if (results.alignment !== undefined) {
        const heads = floats(results.alignment);
        for (let i = 0; i < count; i += 1) {
          state.alignment.push(rowOf(heads, { row: i, rows: count, columns, kept: encoded.audioColumns }));
        }
      }
      return {
        tokens: [...(results.token!.data as BigInt64Array)].map(Number),
        probabilities: floats(results.probability),
        noSpeech: floats(results.no_speech),
        asked: floats(results.asked_probability),
      };
    },
  };
  return state;
}

/** One token's part of [heads, rows, columns], its audio columns only. */
function rowOf(
  all: Float32Array,
  { row, rows, columns, kept }: { row: number; rows: number; columns: number; kept: number },
): Float32Array {
  const heads = all.length / (rows * columns);
  const picked = new Float32Array(heads * kept);
  for (let head = 0; head < heads; head += 1) {
    const start = (head * rows + row) * columns;
    picked.set(all.subarray(start, start + kept), head * kept);
  }
  return picked;
}

/** Each new token sees all known ones, itself, and those it follows. */
function maskOf(known: number, parents: readonly number[]): Tensor {
  const count = parents.length;
  const width = known + count;
  const mask = new Float32Array(count * width);
  for (let row = 0; row < count; row += 1) {
    const from = row * width + known;
    mask.fill(never, from, from + count);
    for (let seen = row; seen >= 0; seen = parents[seen] as number) mask[from + seen] = 0;
  }
  return { type: 'float32', data: mask, dims: [1, 1, count, width] };
}

const int64 = (values: readonly number[]): Tensor => ({
  type: 'int64',
  data: BigInt64Array.from(values, BigInt),
  dims: [values.length],
});

function floats(tensor: Tensor | undefined): Float32Array {
  invariant(tensor?.type === 'float32', 'the decoder graph gave no such float32 output');
  return tensor.data;
}
