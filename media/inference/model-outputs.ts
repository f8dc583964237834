/** Field numbers of the ONNX format: ModelProto.graph, GraphProto.output, ValueInfoProto.name. */
const graphField = 7;
const outputField = 12;
const nameField = 1;

/**
 * The model with values inside it given out as outputs of their own. Protobuf messages merge when they are written one
 * after the other, so a few bytes at the end are enough and the rest is unchanged.
 */
export function withOutputs(model: Uint8Array, names: readonly string[]): Uint8Array {
  const additions = names.map((name) =>
    field(graphField, field(outputField, field(nameField, new TextEncoder().encode(name)))),
  );
  return Buffer.concat([model, ...additions]);
}

function field(number: number, bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.of((number << 3) | 2), length(bytes.length), bytes]);
}

/** Seven bits a byte, the lowest first. */
function length(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}
