import { open, rename, rm } from 'node:fs/promises';
import protobuf from 'protobufjs/minimal.js';
import { invariant } from '../../media/kit/invariant.ts';
import {
  type Attribute,
  elementTypes,
  type Initializer,
  type OnnxGraph,
  type OnnxNode,
  type Value,
} from './onnx-graph.ts';

/**
 * Field numbers and wire types of `onnx.proto`: (field << 3) | type; type 0 is a varint, 2 length-delimited, 5 is 32
 * bits.
 */
const varint = (field: number): number => field << 3;
const sized = (field: number): number => (field << 3) | 2;
const fixed32 = (field: number): number => (field << 3) | 5;

const elementBytes = { float32: 4, uint8: 1, int8: 1, int32: 4, int64: 8 } as const;
const irVersion = 8;
const opsets = [
  ['', 17],
  ['com.microsoft', 1],
] as const;

/**
 * Writes an ONNX file constant by constant to a temporary name and then renames it, so that a reader never sees a
 * partial model. Source of the layout: `onnx/onnx.proto` (ModelProto, GraphProto, TensorProto).
 */
export async function writeOnnx(path: string, graph: OnnxGraph): Promise<void> {
  const head = protobuf.Writer.create();
  for (const node of graph.nodes) head.uint32(sized(1)).bytes(encodeNode(node));
  head.uint32(sized(2)).string(graph.name);
  for (const value of graph.inputs) head.uint32(sized(11)).bytes(encodeValue(value));
  for (const value of graph.outputs) head.uint32(sized(12)).bytes(encodeValue(value));
  const headBytes = head.finish();

  const tensors = graph.initializers.map((initializer) => ({ initializer, ...frameTensor(initializer) }));
  const graphBytes = tensors.reduce((sum, tensor) => sum + tensor.frame.length + tensor.dataBytes, headBytes.length);

  const model = protobuf.Writer.create().uint32(varint(1)).int64(irVersion).uint32(sized(2)).string('parley');
  for (const [domain, version] of opsets) {
    const opset = protobuf.Writer.create().uint32(sized(1)).string(domain).uint32(varint(2)).int64(version).finish();
    model.uint32(sized(8)).bytes(opset);
  }
  const temporary = `${path}.${process.pid}.part`;
  const file = await open(temporary, 'w');
  try {
    await file.writeFile(model.uint32(sized(7)).uint32(graphBytes).finish());
    await file.writeFile(headBytes);
    for (const { initializer, frame, dataBytes } of tensors) {
      const data = await initializer.bytes();
      invariant(data.length === dataBytes, `${initializer.name}: ${data.length} bytes where ${dataBytes} belong`);
      await file.writeFile(frame);
      await file.writeFile(data);
    }
    await file.sync();
    await file.close();
    await rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Returns the bytes before a tensor's data: graph field, type, sizes, name and data length. */
function frameTensor({ name, type, dims }: Initializer): { frame: Uint8Array; dataBytes: number } {
  const dataBytes = dims.reduce((product, size) => product * size, elementBytes[type]);
  const header = protobuf.Writer.create();
  for (const size of dims) header.uint32(varint(1)).int64(size);
  header.uint32(varint(2)).int32(elementTypes[type]);
  header.uint32(sized(8)).string(name);
  header.uint32(sized(9)).uint32(dataBytes);
  const inner = header.finish();
  const outer = protobuf.Writer.create()
    .uint32(sized(5))
    .uint32(inner.length + dataBytes)
    .finish();
  return { frame: Buffer.concat([outer, inner]), dataBytes };
}

function encodeNode(node: OnnxNode): Uint8Array {
  const writer = protobuf.Writer.create();
  for (const input of node.inputs) writer.uint32(sized(1)).string(input);
  for (const output of node.outputs) writer.uint32(sized(2)).string(output);
  writer.uint32(sized(3)).string(node.name).uint32(sized(4)).string(node.op);
  for (const [name, value] of Object.entries(node.attributes)) {
    writer.uint32(sized(5)).bytes(encodeAttribute(name, value));
  }
  return writer.uint32(sized(7)).string(node.domain).finish();
}

function encodeAttribute(name: string, value: Attribute): Uint8Array {
  const writer = protobuf.Writer.create().uint32(sized(1)).string(name);
  const kind = varint(20);
  if (typeof value === 'number') return writer.uint32(varint(3)).int64(value).uint32(kind).int32(2).finish();
  if (typeof value === 'string') {
    return writer.uint32(sized(4)).bytes(Buffer.from(value)).uint32(kind).int32(3).finish();
  }
  if ('float' in value) return writer.uint32(fixed32(2)).float(value.float).uint32(kind).int32(1).finish();
  for (const item of value) writer.uint32(varint(8)).int64(item);
  return writer.uint32(kind).int32(7).finish();
}

function encodeValue({ name, type, dims }: Value): Uint8Array {
  const shape = protobuf.Writer.create();
  for (const dim of dims) {
    const size = protobuf.Writer.create();
    if (typeof dim === 'number') size.uint32(varint(1)).int64(dim);
    else size.uint32(sized(2)).string(dim);
    shape.uint32(sized(1)).bytes(size.finish());
  }
  const tensor = protobuf.Writer.create().uint32(varint(1)).int32(elementTypes[type]);
  tensor.uint32(sized(2)).bytes(shape.finish());
  const typeProto = protobuf.Writer.create().uint32(sized(1)).bytes(tensor.finish()).finish();
  return protobuf.Writer.create().uint32(sized(1)).string(name).uint32(sized(2)).bytes(typeProto).finish();
}
