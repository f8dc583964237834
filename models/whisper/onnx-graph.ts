/** ONNX element types by schema number. */
export const elementTypes = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7 } as const;
export type ElementType = keyof typeof elementTypes;

export type Attribute = number | string | readonly number[] | { readonly float: number };

export interface OnnxNode {
  readonly op: string;
  readonly domain: string;
  readonly name: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

/** A constant. `bytes` is computed when the file is written, so that only one weight at a time is in memory. */
export interface Initializer {
  readonly name: string;
  readonly type: ElementType;
  readonly dims: readonly number[];
  readonly bytes: () => Promise<Uint8Array>;
}

/** A graph input or output; a named dimension is dynamic. */
export interface Value {
  readonly name: string;
  readonly type: ElementType;
  readonly dims: readonly (number | string)[];
}

export interface OnnxGraph {
  readonly name: string;
  readonly nodes: readonly OnnxNode[];
  readonly initializers: readonly Initializer[];
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
}

/** `com.microsoft` contains ONNX Runtime's own operators. */
type Domain = '' | 'com.microsoft';

interface NodeOptions {
  readonly attributes?: Readonly<Record<string, Attribute>>;
  readonly domain?: Domain;
  /** Number of outputs; 1 by default. */
  readonly outputs?: number;
}

/** Builds a graph; each call returns the name of its result. */
export interface GraphBuilder {
  input(name: string, type: ElementType, dims: readonly (number | string)[]): string;
  /** An empty name omits an optional input. */
  node(op: string, inputs: readonly string[], options?: NodeOptions): string;
  nodes(op: string, inputs: readonly string[], options: NodeOptions): readonly string[];
  constant(initializer: Initializer): string;
  ints(name: string, values: readonly number[]): string;
  output(name: string, from: string, type: ElementType, dims: readonly (number | string)[]): void;
  build(): OnnxGraph;
}

export function createGraph(name: string): GraphBuilder {
  const nodes: OnnxNode[] = [];
  const initializers = new Map<string, Initializer>();
  const inputs: Value[] = [];
  const outputs: Value[] = [];

  const add = (op: string, from: readonly string[], options: NodeOptions = {}): readonly string[] => {
    const id = `${op}_${nodes.length}`;
    const made = Array.from({ length: options.outputs ?? 1 }, (_, i) => `${id}:${i}`);
    const { attributes = {}, domain = '' } = options;
    nodes.push({ op, domain, name: id, inputs: from, outputs: made, attributes });
    return made;
  };
  const constant = (initializer: Initializer): string => {
    if (!initializers.has(initializer.name)) initializers.set(initializer.name, initializer);
    return initializer.name;
  };

  return {
    input(id, type, dims) {
      inputs.push({ name: id, type, dims });
      return id;
    },
    node: (op, from, options) => add(op, from, options)[0]!,
    nodes: add,
    constant,
    ints: (id, values) =>
      constant({
        name: id,
        type: 'int64',
        dims: [values.length],
        bytes: async () => bytesOf(BigInt64Array.from(values, BigInt)),
      }),
    output(id, from, type, dims) {
      nodes.push({ op: 'Identity', domain: '', name: `out_${id}`, inputs: [from], outputs: [id], attributes: {} });
      outputs.push({ name: id, type, dims });
    },
    build: () => ({ name, nodes, initializers: [...initializers.values()], inputs, outputs }),
  };
}

export const bytesOf = (view: ArrayBufferView): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
