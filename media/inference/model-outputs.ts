/** Field numbers of the ONNX format: ModelProto.graph, GraphProto.output, ValueInfoProto.name. */
const graphField = 7;
const outputField = 12;
const nameField = 1;

/**
 * Returns the model with internal values exposed as additional outputs. Concatenated protobuf messages merge, so
 * appending a few bytes suffices.
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

/** Encodes a varint: seven bits per byte, least significant first. */
function length(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}
