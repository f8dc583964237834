import protobuf from 'protobufjs/minimal.js';

/** Field numbers of `onnx.proto`: ModelProto.graph, GraphProto.initializer, TensorProto.external_data. */
const [graphField, initializerField, externalDataField] = [7, 5, 13] as const;
/** Of StringStringEntryProto. */
const entryFields = { key: 1, value: 2 } as const;

/** What ONNX Runtime's own allocator aligns to. Its kernels load whole registers from packed weights. */
const alignmentBytes = 64;

export interface WeightPart {
  readonly fromByte: number;
  readonly toByte: number;
  readonly bytes: number;
}

/**
 * Returns a model with external weights as ONNX Runtime has saved it, but with every part of the weights file at a
 * multiple of 64 bytes, and where each part moves to. The runtime aligns only parts above 1 MB.
 */
export function alignWeights(model: Uint8Array): { readonly model: Uint8Array; readonly parts: readonly WeightPart[] } {
  const lengths = new Map<number, number>();
  changeTensors(model, (entries) => {
    const bytes = Number(entries.get('length'));
    lengths.set(Number(entries.get('offset')), bytes);
    for (const packed of packedIn(entries)) for (const [from, length] of placesIn(packed)) lengths.set(from, length);
    return entries;
  });
  let end = 0;
  const parts = [...lengths]
    .sort(([a], [b]) => a - b)
    .map(([fromByte, bytes]): WeightPart => {
      const toByte = Math.ceil(end / alignmentBytes) * alignmentBytes;
      end = toByte + bytes;
      return { fromByte, toByte, bytes };
    });
  const moved = new Map(parts.map(({ fromByte, toByte }) => [fromByte, toByte]));
  const aligned = changeTensors(model, (entries) => {
    const changed = new Map(entries);
    changed.set('offset', String(moved.get(Number(entries.get('offset')))));
    for (const key of entries.keys()) {
      if (!isPacked(key)) continue;
      const [name, ...places] = entries.get(key)!.split('|');
      const ats = places.map((place) => place.replace(/^\d+/, (from) => String(moved.get(Number(from)))));
      changed.set(key, [name, ...ats].join('|'));
    }
    return changed;
  });
  return { model: aligned, parts };
}

type Entries = ReadonlyMap<string, string>;

/** Packed forms of a tensor: `key|offset;length;checksum`, with several places if it consists of several buffers. */
const isPacked = (key: string): boolean => key.startsWith('prepacked_');
const packedIn = (entries: Entries): string[] => [...entries].flatMap(([key, value]) => (isPacked(key) ? [value] : []));
const placesIn = (packed: string): [fromByte: number, bytes: number][] =>
  packed
    .split('|')
    .slice(1)
    .map((place) => {
      const [from, bytes] = place.split(';');
      return [Number(from), Number(bytes)];
    });

/** Replaces the external data of each tensor that has them. */
function changeTensors(model: Uint8Array, change: (entries: Entries) => Entries): Uint8Array {
  return changeFields(model, graphField, (graph) =>
    changeFields(graph, initializerField, (tensor) => {
      const entries = new Map<string, string>();
      const rest = changeFields(tensor, externalDataField, (entry) => {
        const { key, value } = readEntry(entry);
        entries.set(key, value);
        return undefined;
      });
      return entries.size === 0 ? tensor : Buffer.concat([rest, ...[...change(entries)].map(writeEntry)]);
    }),
  );
}

/** Replaces the content of each length-delimited field `number`, or removes the field; all others are unchanged. */
function changeFields(
  message: Uint8Array,
  number: number,
  change: (content: Uint8Array) => Uint8Array | undefined,
): Uint8Array {
  const reader = protobuf.Reader.create(message);
  const fields: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const tag = reader.uint32();
    if (tag !== sizedTag(number)) {
      reader.skipType(tag & 7);
      fields.push(message.subarray(start, reader.pos));
      continue;
    }
    const content = change(reader.bytes());
    if (content !== undefined) fields.push(...sized(number, content));
  }
  return Buffer.concat(fields);
}

function readEntry(entry: Uint8Array): { readonly key: string; readonly value: string } {
  const reader = protobuf.Reader.create(entry);
  let [key, value] = ['', ''];
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === sizedTag(entryFields.key)) key = reader.string();
    else if (tag === sizedTag(entryFields.value)) value = reader.string();
    else reader.skipType(tag & 7);
  }
  return { key, value };
}

function writeEntry([key, value]: readonly [string, string]): Uint8Array {
  const writer = protobuf.Writer.create();
  writer.uint32(sizedTag(entryFields.key)).string(key).uint32(sizedTag(entryFields.value)).string(value);
  return Buffer.concat([...sized(externalDataField, writer.finish())]);
}

const sizedTag = (number: number): number => (number << 3) | 2;

/** Returns tag and length of a length-delimited field, and its content. */
const sized = (number: number, content: Uint8Array): readonly [Uint8Array, Uint8Array] => [
  protobuf.Writer.create().uint32(sizedTag(number)).uint32(content.length).finish(),
  content,
];
