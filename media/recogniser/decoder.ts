import { invariant } from '../kit/invariant.ts';
import type { JobSignal, Session, Tensor } from '../line/engine.ts';
import type { LikelyPhrase } from '../line/speech.ts';
import { loopLength } from './loop.ts';
import { choices, type ModelCard } from './model-card.ts';
import { growPhraseTree, likelyBranches, noPhrases, type PhraseTree } from './phrase-tree.ts';

/** Encoder output for one window. */
export interface Encoded {
  /** `cross_key_i` and `cross_value_i` of every decoder layer. */
  readonly cross: Readonly<Record<string, Tensor>>;
  /** Log weights added to the attention logits, one per column. */
  readonly weights: Float32Array;
  readonly audioColumns: number;
}

export interface Decoded {
  /** Text tokens without the end token. */
  readonly tokens: readonly number[];
  /** Probability of each token, followed by that of the end token if it was reached. */
  readonly probabilities: readonly number[];
  /** Probability that the audio contains no speech, from 0 to 1. */
  readonly noSpeech: number;
  /** Whether decoding reached the end token, rather than the cap or a loop. */
  readonly ended: boolean;
  /** Attention logits [heads, audio columns] for each token and for the end. */
  readonly alignment: readonly Float32Array[];
  /** Phrases that the speech may be, likeliest first; empty if the tokens are certain. */
  readonly likely: readonly LikelyPhrase[];
  /** Number of graph runs. */
  readonly steps: number;
}

/** Other tokens for the same speech. */
export interface Revision {
  readonly tokens: readonly number[];
  /** Natural-log probability by which it may be less likely than the tokens that it replaces. */
  readonly allowance: number;
}

/** Returns revisions of decoded tokens to weigh against the audio. */
export type Revise = (decoded: Pick<Decoded, 'tokens' | 'probabilities'>) => readonly Revision[];

interface DecodeOptions {
  /** Preceding text, if any, and the task: everything from the start token on. */
  readonly prompt: readonly number[];
  /** Tokens of an earlier decode of the same speech. They are verified in one step, never trusted. */
  readonly draft: readonly number[];
  /** Phrases that are scored individually if a token has low confidence. */
  readonly phrases: PhraseTree;
  /** The end token, and tokens that may precede it. */
  readonly ends: readonly number[];
  readonly maxTokens: number;
  readonly signal: JobSignal;
}

interface ReviseOptions extends Pick<DecodeOptions, 'prompt' | 'ends'> {
  readonly decoded: Decoded;
  readonly revise: Revise;
}

export interface Decoder {
  /** Decodes greedily. Returns undefined if the signal aborts. */
  decode(encoded: Encoded, options: DecodeOptions): Promise<Decoded | undefined>;
  /** Replaces the tokens by the best of their revisions until none is better. */
  revise(encoded: Encoded, options: ReviseOptions): Promise<Decoded>;
  /** Returns the most probable language token. */
  detectLanguage(encoded: Encoded): Promise<number>;
}

interface Step {
  readonly tokens: readonly number[];
  /** Index of the token that each one follows, -1 for the known ones; by default the one before. */
  readonly parents?: readonly number[];
  /** Indices into `tokens` for which successors are requested. */
  readonly take: readonly number[];
  readonly choice: readonly number[];
  /** Further probabilities to return: of `token` after the position named by `of`, an index into `take`. */
  readonly asked?: readonly { readonly of: number; readonly token: number }[];
}

interface Answer {
  readonly tokens: readonly number[];
  readonly probabilities: Float32Array;
  readonly noSpeech: Float32Array;
  readonly asked: Float32Array;
}

const never = -1e9;

/** If every token is likelier than this, the words are certain. */
const DOUBTFUL = 0.7;
/** Phrases whose first token is less likely are pruned, and so are branches that do not fit into this many tokens. */
const branchLimits = { least: 0.0025, most: 96 } as const;
/** Minimum natural-log probability of a phrase. */
const LEAST_LOG = -7;

export function createDecoder(session: Session, card: ModelCard): Decoder {
  const rowWidth = 2 * card.shape.decoderLayers * card.shape.width;
  /** Memory of the last decode: as garbage, 0.4 to 2 MB for each decode would cause most collections of a thread. */
  let spare: Rows | undefined;

  async function withState<Result>(encoded: Encoded, use: (state: State) => Promise<Result>): Promise<Result> {
    const rows = spare ?? { values: new Float32Array(64 * rowWidth) };
    spare = undefined;
    try {
      return await use(createState(session, card, encoded, rows));
    } finally {
      if (rows.values.length <= mostSpareRows * rowWidth) spare = rows;
    }
  }

  return {
    decode: (encoded, options) => withState(encoded, (state) => decodeFrom(state, card, options)),
    revise: (encoded, options) => withState(encoded, (state) => reviseDecoded(state, options)),
    detectLanguage: (encoded) =>
      withState(encoded, async (state) => {
        const answer = await state.step({ tokens: [card.special.start], take: [0], choice: [choices.language] });
        return answer.tokens[0]!;
      }),
  };
}

async function decodeFrom(state: State, { special }: ModelCard, options: DecodeOptions): Promise<Decoded | undefined> {
  const { prompt, signal } = options;
  const draft = options.draft.slice(0, options.maxTokens);
  const last = prompt.length - 1;
  const firsts = options.phrases.nodes.filter(({ parent }) => parent < 0).map(({ token }) => token);
  let answer = await state.step({
    tokens: [...prompt, ...draft],
    take: [prompt.indexOf(special.start), ...draft.map((_, i) => last + i), last + draft.length],
    choice: [choices.next, choices.first, ...draft.map(() => choices.next)],
    asked: firsts.map((token) => ({ of: 1, token })),
  });
  const first = new Map(firsts.map((token, i) => [token, answer.asked[i] as number]));
  const noSpeech = answer.noSpeech[0]!;
  const result = createFound(special.end, options.maxTokens);
  let more = result.take(answer.tokens.slice(1), answer.probabilities.subarray(1), draft);
  state.keep(prompt.length + result.tokens.length - (result.ended ? 0 : 1));
  while (more && !signal.aborted) {
    answer = await state.step({ tokens: [result.tokens.at(-1)!], take: [0], choice: [choices.next] });
    more = result.take(answer.tokens, answer.probabilities, []);
  }
  if (signal.aborted) return undefined;
  const { tokens, probabilities, ended } = result;
  const alignment = state.alignment.slice(last, last + tokens.length + 1);
  const isDoubtful = tokens.some((_, i) => (probabilities[i] as number) < DOUBTFUL);
  state.keep(prompt.length);
  const branches = isDoubtful ? likelyBranches(options.phrases, first, branchLimits) : noPhrases;
  const likely = await weighPhrases(state, branches, first, options.ends);
  return { tokens, probabilities, ended, noSpeech, alignment, likely, steps: state.steps };
}

/**
 * Returns the probability of each phrase as the whole utterance, following the prompt in the state. One graph run
 * covers all phrases.
 */
async function weighPhrases(
  state: State,
  { nodes, phrases }: PhraseTree,
  first: ReadonlyMap<number, number>,
  ends: readonly number[],
): Promise<LikelyPhrase[]> {
  if (phrases.length === 0) return [];
  const weighed = await weighTree(state, { nodes, phrases }, ends);
  const logs: number[] = [];
  for (const [node, { parent, token }] of nodes.entries()) {
    if (parent < 0) logs.push(Math.log(first.get(token) ?? 0));
    else logs.push((logs[parent] as number) + Math.log(weighed.nodes[node] as number));
  }
  return phrases
    .map(({ text, last }, i) => ({
      text,
      logProbability: (logs[last] as number) + Math.log(weighed.endings[i] as number),
    }))
    .filter(({ logProbability }) => logProbability >= LEAST_LOG)
    .toSorted((a, b) => b.logProbability - a.logProbability);
}

/**
 * Weighs a tree of tokens in one graph run. Returns the probability of each node after its parent, undefined for those
 * without one, and for each phrase the probability that the speech ends after it.
 */
async function weighTree(state: State, { nodes, phrases }: PhraseTree, ends: readonly number[]) {
  const steps = nodes.flatMap(({ parent, token }) => (parent < 0 ? [] : [{ of: parent, token }]));
  const { asked } = await state.step({
    tokens: nodes.map(({ token }) => token),
    parents: nodes.map(({ parent }) => parent),
    take: nodes.map((_, i) => i),
    choice: nodes.map(() => choices.next),
    asked: [...steps, ...phrases.flatMap(({ last }) => ends.map((token) => ({ of: last, token })))],
  });
  let at = 0;
  return {
    nodes: nodes.map(({ parent }) => (parent < 0 ? undefined : asked[at++])),
    endings: phrases.map((_, i) => {
      const from = steps.length + i * ends.length;
      return asked.subarray(from, from + ends.length).reduce((sum, probability) => sum + probability, 0);
    }),
  };
}

/** A revision may make another one possible: two names in one sentence. */
const MOST_REVISIONS = 3;

/** One graph run weighs all revisions of a round. */
async function reviseDecoded(state: State, { prompt, ends, decoded, revise }: ReviseOptions): Promise<Decoded> {
  let best = decoded;
  for (let round = 0; round < MOST_REVISIONS; round += 1) {
    const revisions = revise(best);
    if (revisions.length === 0) break;
    if (round === 0) await state.step({ tokens: prompt.slice(0, -1), take: [0], choice: [choices.next] });
    const candidates = [{ tokens: best.tokens, allowance: 0 }, ...revisions];
    const weights = await weighSequences(state, prompt, { all: candidates.map(({ tokens }) => tokens), ends });
    const scores = candidates.map(({ allowance }, i) => allowance + (weights[i] as Weighed).log);
    const at = scores.indexOf(Math.max(...scores));
    if (at <= 0) break;
    const { probabilities, alignment } = weights[at] as Weighed;
    best = { ...best, tokens: (candidates[at] as Revision).tokens, probabilities, alignment };
  }
  return { ...best, steps: decoded.steps + state.steps };
}

interface Weighed extends Pick<Decoded, 'probabilities' | 'alignment'> {
  /** Natural logarithm of the probability of the whole sequence. */
  readonly log: number;
}

/** Weighs sequences of tokens as the whole utterance. Common beginnings are computed once. */
async function weighSequences(
  state: State,
  prompt: readonly number[],
  { all, ends }: { readonly all: readonly (readonly number[])[]; readonly ends: readonly number[] },
): Promise<Weighed[]> {
  const last = prompt.length - 1;
  state.keep(last);
  const root = prompt[last] as number;
  const names = all.map((_, i) => String(i));
  const { nodes, phrases } = growPhraseTree(
    names,
    all.map((tokens) => [root, ...tokens]),
  );
  const weighed = await weighTree(state, { nodes, phrases }, ends);
  const alignment = state.alignment.slice(last);
  return phrases.map(({ last: lastNode }, nth) => {
    const path: number[] = [];
    for (let at = lastNode; at >= 0; at = (nodes[at] as { parent: number }).parent) path.unshift(at);
    const probabilities = [
      ...path.slice(1).map((node) => weighed.nodes[node] as number),
      weighed.endings[nth] as number,
    ];
    const log = probabilities.reduce((sum, probability) => sum + Math.log(Math.max(probability, 1e-12)), 0);
    return { log, probabilities, alignment: path.flatMap((node) => alignment[node] ?? []) };
  });
}

/** The tokens decoded so far. `take` appends results as long as they agree with the draft. */
function createFound(end: number, maxTokens: number) {
  const result = {
    tokens: [] as number[],
    probabilities: [] as number[],
    ended: false,
    /** Returns whether another step is needed. */
    take(answers: readonly number[], probabilities: Float32Array, draft: readonly number[]): boolean {
      for (let i = 0; i < answers.length; i += 1) {
        result.probabilities.push(probabilities[i]!);
        result.ended = answers[i] === end;
        if (result.ended) return false;
        result.tokens.push(answers[i]!);
        const looped = loopLength(result.tokens);
        if (looped > 0) {
          result.tokens.length -= looped;
          result.probabilities.length = result.tokens.length;
          return false;
        }
        if (result.tokens.length >= maxTokens) return false;
        if (answers[i] !== draft[i]) return true;
      }
      return true;
    },
  };
  return result;
}

/** Memory of a decode, replaced by a larger one if it is full. */
interface Rows {
  values: Float32Array;
}

/** Longer memory is not kept for the next decode. */
const mostSpareRows = 128;

type State = ReturnType<typeof createState>;

/**
 * Creates the cache of one decode in `cached`: a contiguous row of keys and values per known token, so that growing
 * copies only the new rows.
 */
function createState(session: Session, card: ModelCard, encoded: Encoded, cached: Rows) {
  const { width, decoderLayers, textPositions } = card.shape;
  const rowWidth = 2 * decoderLayers * width;
  const columns = encoded.weights.length;
  const weights: Tensor = { type: 'float32', data: encoded.weights, dims: [columns] };
  let knownCount = 0;

  const reserve = (rows: number): void => {
    const { values } = cached;
    if (rows * rowWidth <= values.length) return;
    cached.values = new Float32Array(Math.max(rows * rowWidth, 2 * values.length));
    cached.values.set(values.subarray(0, knownCount * rowWidth));
  };

  const state = {
    steps: 0,
    /** Attention logits of the alignment heads over the audio, by position. */
    alignment: [] as Float32Array[],
    /** Discards everything after the first `positions`. */
    keep(positions: number): void {
      knownCount = Math.min(knownCount, positions);
      state.alignment.length = Math.min(state.alignment.length, positions);
    },
    async step({ tokens, parents = tokens.map((_, i) => i - 1), take, choice, asked = [] }: Step): Promise<Answer> {
      const count = tokens.length;
      const depths: number[] = [];
      for (const parent of parents) depths.push(parent < 0 ? 0 : (depths[parent] as number) + 1);
      const places = knownCount + Math.max(...depths) + 1;
      invariant(places <= textPositions, `a decode of ${places} positions; ${textPositions} fit`);
      reserve(knownCount + count);
      const results = await session.run({
        tokens: int64(tokens),
        positions: int64(depths.map((depth) => knownCount + depth)),
        take: int64(take),
        choice: int64(choice),
        asked_of: int64(asked.map(({ of }) => of)),
        asked: int64(asked.map(({ token }) => token)),
        past: { type: 'float32', data: cached.values.subarray(0, knownCount * rowWidth), dims: [knownCount, rowWidth] },
        mask: maskOf(knownCount, parents),
        weights,
        ...encoded.cross,
      });
      state.steps += 1;
      cached.values.set(floats(results.rows), knownCount * rowWidth);
      knownCount += count;
      if (results.alignment !== undefined) {
        const heads = floats(results.alignment);
        for (let i = 0; i < count; i += 1) {
          state.alignment.push(rowOf(heads, { row: i, rows: count, columns, width: encoded.audioColumns }));
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

/** Returns one token's part of [heads, rows, columns], limited to the audio columns. */
function rowOf(
  all: Float32Array,
  { row, rows, columns, width }: { row: number; rows: number; columns: number; width: number },
): Float32Array {
  const heads = all.length / (rows * columns);
  const picked = new Float32Array(heads * width);
  for (let head = 0; head < heads; head += 1) {
    const start = (head * rows + row) * columns;
    picked.set(all.subarray(start, start + width), head * width);
  }
  return picked;
}

/** Each new token attends to all known ones, itself and its ancestors. */
function maskOf(knownCount: number, parents: readonly number[]): Tensor {
  const count = parents.length;
  const width = knownCount + count;
  const mask = new Float32Array(count * width);
  for (let row = 0; row < count; row += 1) {
    const from = row * width + knownCount;
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
