import protobuf from 'protobufjs/minimal.js';

/** A 32-bit float constant of a model. */
export interface ModelConstant {
  readonly dims: readonly number[];
  readonly values: Float32Array;
}

/** Field numbers of `onnx.proto`. */
const modelGraph = 7;
const graphFields = { node: 1, initializer: 5 } as const;
const nodeFields = { output: 2, opType: 4, attribute: 5 } as const;
const attributeFields = { tensor: 5, graph: 6 } as const;
const tensorFields = { dims: 1, type: 2, name: 8, raw: 9 } as const;
const float32 = 1;

/** Returns the 32-bit float constants of an ONNX file by name, those of its nested graphs as well. */
export function modelConstants(model: Uint8Array): ReadonlyMap<string, ModelConstant> {
  const constants = new Map<string, ModelConstant>();
  for (const { number, content } of fieldsOf(model)) if (number === modelGraph) collect(content, constants);
  return constants;
}

function collect(graph: Uint8Array, into: Map<string, ModelConstant>): void {
  for (const { number, content } of fieldsOf(graph)) {
    if (number === graphFields.initializer) keep(content, undefined, into);
    if (number === graphFields.node) collectFromNode(content, into);
  }
}

function collectFromNode(node: Uint8Array, into: Map<string, ModelConstant>): void {
  const fields = [...fieldsOf(node)];
  const textOf = (wanted: number): string =>
    new TextDecoder().decode(fields.find(({ number }) => number === wanted)?.content);
  for (const attribute of fields.filter(({ number }) => number === nodeFields.attribute)) {
    for (const { number, content } of fieldsOf(attribute.content)) {
      if (number === attributeFields.graph) collect(content, into);
      const isValue = number === attributeFields.tensor && textOf(nodeFields.opType) === 'Constant';
      if (isValue) keep(content, textOf(nodeFields.output), into);
    }
  }
}

function keep(tensor: Uint8Array, name: string | undefined, into: Map<string, ModelConstant>): void {
  const dims: number[] = [];
  let type = 0;
  let tensorName = '';
  let raw = new Uint8Array();
  for (const { number, value, content } of fieldsOf(tensor)) {
    if (number === tensorFields.dims) dims.push(...(value === undefined ? packed(content) : [value]));
    else if (number === tensorFields.type) type = value ?? 0;
    else if (number === tensorFields.name) tensorName = new TextDecoder().decode(content);
    else if (number === tensorFields.raw) raw = Uint8Array.from(content);
  }
  if (type === float32)
    into.set(name ?? tensorName, { dims, values: new Float32Array(raw.buffer, 0, raw.length >> 2) });
}

interface Field {
  readonly number: number;
  /** Of a field with a varint. */
  readonly value: number | undefined;
  /** Of a length-delimited field; otherwise empty. */
  readonly content: Uint8Array;
}

function* fieldsOf(message: Uint8Array): Iterable<Field> {
  const reader = protobuf.Reader.create(message);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const wire = tag & 7;
    const value = wire === 0 ? Number(reader.int64()) : undefined;
    const content = wire === 2 ? reader.bytes() : new Uint8Array();
    if (wire !== 0 && wire !== 2) reader.skipType(wire);
    yield { number: tag >>> 3, value, content };
  }
}

function packed(content: Uint8Array): number[] {
  const reader = protobuf.Reader.create(content);
  const values: number[] = [];
  while (reader.pos < reader.len) values.push(Number(reader.int64()));
  return values;
}
