import protobuf from 'protobufjs/minimal.js';
import { invariant } from '../../media/kit/invariant.ts';

/** Field numbers of `onnx.proto`: ModelProto.graph, GraphProto.node, and those of NodeProto. */
const graphField = 7;
const nodeField = 1;
const nodeFields = { input: 1, output: 2, name: 3, opType: 4 } as const;

interface Field {
  readonly number: number;
  /** Raw bytes including the tag. */
  readonly whole: Uint8Array;
  /** Content of a length-delimited field. */
  readonly content: Uint8Array | undefined;
}

interface Node {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly field: Field;
}

/**
 * Rewrites Gather(Mul(Cast(q), scale), ids) as Mul(Cast(Gather(q, ids)), Gather(scale, ids)) for the named table: the
 * same numbers without a copy of the whole table in 32-bit floats (47 MB for MiniLM). All other bytes are unchanged.
 * Throws if the graph has no such table.
 */
export function rowsFirst(model: Uint8Array, table: string): Uint8Array {
  const parts = fieldsOf(model);
  return Buffer.concat(
    parts.map((part) => (part.number === graphField ? sized(graphField, graph(part, table)) : part.whole)),
  );
}

function graph({ content }: Field, table: string): Uint8Array {
  const fields = fieldsOf(content ?? new Uint8Array());
  const nodes = fields.filter(({ number }) => number === nodeField).map(readNode);
  const made = (name: string, op: string): Node => {
    const node = nodes.find((one) => one.output === name && one.op === op);
    invariant(node !== undefined, `the graph has no ${op} that makes ${name}`);
    return node;
  };
  const scaled = made(table, 'Mul');
  const widened = made(scaled.inputs[0] as string, 'Cast');
  const chosen = nodes.find(({ op, inputs }) => op === 'Gather' && inputs[0] === table);
  invariant(chosen !== undefined, `nothing gathers rows of ${table}`);
  const users = nodes.filter(({ inputs }) => inputs.includes(table));
  invariant(users.length === 1, `${table} is used whole as well`);

  const ids = chosen.inputs[1] as string;
  const rows = `${table}:rows`;
  const replacement = [
    node({ like: chosen, inputs: [widened.inputs[0] as string, ids], output: `${rows}_q` }),
    node({ like: widened, inputs: [`${rows}_q`], output: `${rows}_f` }),
    node({ like: chosen, inputs: [scaled.inputs[1] as string, ids], output: `${rows}_scale` }),
    node({ like: scaled, inputs: [`${rows}_f`, `${rows}_scale`], output: chosen.output }),
  ];
  const gone = new Set<Field>([scaled.field, widened.field]);
  return Buffer.concat(
    fields.flatMap((field) => (field === chosen.field ? replacement : gone.has(field) ? [] : [field.whole])),
  );
}

/** Copies a node with other inputs and another output. */
function node({ like, inputs, output }: { like: Node; inputs: readonly string[]; output: string }): Uint8Array {
  const replaced: readonly number[] = [nodeFields.input, nodeFields.output, nodeFields.name];
  const kept = fieldsOf(like.field.content ?? new Uint8Array()).filter(({ number }) => !replaced.includes(number));
  const text = (number: number, value: string): Uint8Array => sized(number, new TextEncoder().encode(value));
  return sized(
    nodeField,
    Buffer.concat([
      ...inputs.map((input) => text(nodeFields.input, input)),
      text(nodeFields.output, output),
      text(nodeFields.name, output),
      ...kept.map(({ whole }) => whole),
    ]),
  );
}

function readNode(field: Field): Node {
  const inputs: string[] = [];
  let [op, output] = ['', ''];
  for (const { number, content } of fieldsOf(field.content ?? new Uint8Array())) {
    const text = content === undefined ? '' : new TextDecoder().decode(content);
    if (number === nodeFields.input) inputs.push(text);
    else if (number === nodeFields.output) output ||= text;
    else if (number === nodeFields.opType) op = text;
  }
  return { op, inputs, output, field };
}

function fieldsOf(message: Uint8Array): Field[] {
  const reader = protobuf.Reader.create(message);
  const fields: Field[] = [];
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const tag = reader.uint32();
    const content = (tag & 7) === 2 ? reader.bytes() : undefined;
    if (content === undefined) reader.skipType(tag & 7);
    fields.push({ number: tag >>> 3, whole: message.subarray(start, reader.pos), content });
  }
  return fields;
}

/** Encodes a length-delimited field: tag, length and content. */
function sized(number: number, content: Uint8Array): Uint8Array {
  const head = protobuf.Writer.create()
    .uint32((number << 3) | 2)
    .uint32(content.length)
    .finish();
  return Buffer.concat([head, content]);
}
