import { ModelsFault } from '../fault.ts';

/** Data of a pickle, without the objects that its functions would create. */
export type Pickled =
  | null
  | boolean
  | number
  | bigint
  | string
  | Pickled[]
  | Map<Pickled, Pickled>
  | PickledName
  | PickledCall
  | PickledReference;

export interface PickledName {
  readonly global: string;
}
/** A Python function and its arguments; it is never called. */
export interface PickledCall {
  readonly call: string;
  readonly args: readonly Pickled[];
}
/** Reference to data outside the pickle. */
export interface PickledReference {
  readonly persistent: readonly Pickled[];
}

export interface PickleReader {
  /**
   * Returns the next of several consecutive pickles. Throws `weights_unreadable`, or a RangeError at the end of the
   * bytes.
   */
  next(): Pickled;
  /** Offset of the first unread byte. */
  readonly at: number;
}

const mark = Symbol('mark');
type Entry = Pickled | typeof mark;

/**
 * Reads data from protocol 2 pickles: numbers, strings, lists and dictionaries. Functions are returned as names with
 * arguments.
 */
export function createPickleReader(bytes: Buffer): PickleReader {
  let at = 0;
  return {
    next() {
      const read = readOne(bytes, at);
      at = read.end;
      return read.value;
    },
    get at() {
      return at;
    },
  };
}

interface State {
  readonly bytes: Buffer;
  at: number;
  stack: Entry[];
  readonly memo: Map<number, Pickled>;
}

function readOne(bytes: Buffer, from: number): { value: Pickled; end: number } {
  const state: State = { bytes, at: from, stack: [], memo: new Map() };
  for (;;) {
    const code = bytes.readUInt8(state.at);
    state.at += 1;
    if (code === stop) return { value: state.stack.pop() as Pickled, end: state.at };
    const step = steps.get(code);
    if (step === undefined) throw new ModelsFault('weights_unreadable', `opcode ${code} is not supported`);
    step(state);
  }
}

const stop = '.'.charCodeAt(0);

const push = (state: State, value: Entry): void => void state.stack.push(value);
const pop = (state: State): Pickled => state.stack.pop() as Pickled;
const top = (state: State): Pickled => state.stack.at(-1) as Pickled;

function take(state: State, count: number): number {
  const before = state.at;
  state.at += count;
  return before;
}

function toMark(state: State): Pickled[] {
  const from = state.stack.lastIndexOf(mark);
  const above = state.stack.splice(from) as Pickled[];
  return above.slice(1);
}

function line(state: State): string {
  const end = state.bytes.indexOf(0x0a, state.at);
  if (end < 0) throw new ModelsFault('weights_unreadable', 'a name is cut short');
  const text = state.bytes.toString('latin1', state.at, end);
  state.at = end + 1;
  return text;
}

function setItems(state: State, items: readonly Pickled[]): void {
  const map = top(state);
  if (!(map instanceof Map))
    throw new ModelsFault('weights_unreadable', 'items are set on a value that is not a dictionary');
  for (let index = 0; index + 1 < items.length; index += 2)
    map.set(items[index] as Pickled, items[index + 1] as Pickled);
}

function append(state: State, items: readonly Pickled[]): void {
  const list = top(state);
  if (!Array.isArray(list))
    throw new ModelsFault('weights_unreadable', 'values are appended to a value that is not a list');
  list.push(...items);
}

function reduce(state: State): void {
  const args = pop(state) as Pickled[];
  const { global } = pop(state) as PickledName;
  push(state, global === 'collections OrderedDict' ? new Map() : { call: global, args });
}

function long(state: State): void {
  const count = state.bytes.readUInt8(take(state, 1));
  const from = take(state, count);
  let value = 0n;
  for (let index = count - 1; index >= 0; index -= 1)
    value = (value << 8n) | BigInt(state.bytes.readUInt8(from + index));
  push(state, count > 0 && state.bytes.readUInt8(from + count - 1) >= 128 ? value - (1n << BigInt(8 * count)) : value);
}

function text(state: State): void {
  const count = state.bytes.readUInt32LE(take(state, 4));
  const from = take(state, count);
  push(state, state.bytes.toString('utf8', from, from + count));
}

function tuple(count: number): (state: State) => void {
  return (state) => push(state, state.stack.splice(state.stack.length - count) as Pickled[]);
}

const named: Readonly<Record<string, (state: State) => void>> = {
  '}': (state) => push(state, new Map()),
  ']': (state) => push(state, []),
  ')': (state) => push(state, []),
  '(': (state) => push(state, mark),
  N: (state) => push(state, null),
  q: (state) => void state.memo.set(state.bytes.readUInt8(take(state, 1)), top(state)),
  r: (state) => void state.memo.set(state.bytes.readUInt32LE(take(state, 4)), top(state)),
  h: (state) => push(state, state.memo.get(state.bytes.readUInt8(take(state, 1))) as Pickled),
  j: (state) => push(state, state.memo.get(state.bytes.readUInt32LE(take(state, 4))) as Pickled),
  K: (state) => push(state, state.bytes.readUInt8(take(state, 1))),
  M: (state) => push(state, state.bytes.readUInt16LE(take(state, 2))),
  J: (state) => push(state, state.bytes.readInt32LE(take(state, 4))),
  G: (state) => push(state, state.bytes.readDoubleBE(take(state, 8))),
  X: text,
  c: (state) => push(state, { global: `${line(state)} ${line(state)}` }),
  R: reduce,
  // An object's state is not needed for its data.
  b: (state) => void pop(state),
  Q: (state) => push(state, { persistent: pop(state) as Pickled[] }),
  t: (state) => push(state, toMark(state)),
  u: (state) => setItems(state, toMark(state)),
  s: (state) => setItems(state, state.stack.splice(-2) as Pickled[]),
  e: (state) => append(state, toMark(state)),
  a: (state) => append(state, [pop(state)]),
};

const steps: ReadonlyMap<number, (state: State) => void> = new Map([
  ...Object.entries(named).map(([code, step]) => [code.charCodeAt(0), step] as const),
  [0x80, (state: State) => void take(state, 1)],
  [0x85, tuple(1)],
  [0x86, tuple(2)],
  [0x87, tuple(3)],
  [0x88, (state: State) => push(state, true)],
  [0x89, (state: State) => push(state, false)],
  [0x8a, long],
]);
