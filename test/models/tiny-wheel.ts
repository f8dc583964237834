import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import type { Model, Wheel } from '../../models/manifest.ts';

/** Returns a zip file in wheel format: no data descriptors, ASCII names, deflated. */
function zip(files: Readonly<Record<string, Uint8Array>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt16LE(0x5a21, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = [Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed];
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, tail, Buffer.from(name));
    parts.push(...local);
    offset += Buffer.concat(local).length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

let python: string | undefined;

/**
 * Adds a `python3` to the folder whose pip downloads as usual. The request for its version, by which its presence is
 * checked, succeeds without loading pip; the tests of that check use the installed one.
 */
function addQuickPython(folder: string): void {
  python ??= execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh\n[ "$*" = '-m pip --version' ] || exec '${python}' "$@"\n`;
  writeFileSync(join(folder, 'python3'), script, { mode: 0o755 });
}

/** Creates a folder that pip uses as an index, and the environment for it. */
export function openIndex() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-index-'));
  addQuickPython(folder);
  const { PATH, HOME } = process.env;
  const env = { PATH: `${folder}:${PATH}`, HOME, PIP_NO_INDEX: '1', PIP_FIND_LINKS: folder, PIP_NO_CACHE_DIR: '1' };
  return {
    folder,
    env,
    /** Publishes a wheel with these files under `tiny_model/`. `change` may damage it after its hash was taken. */
    publish(
      files: Readonly<Record<string, string | Uint8Array>>,
      { version = '1.0.0', change }: { version?: string; change?: (wheel: Buffer) => Buffer } = {},
    ): Wheel {
      const info = `tiny_model-${version}.dist-info`;
      const inside = Object.entries(files).map(([name, content]) => [`tiny_model/${name}`, Buffer.from(content)]);
      const metadata = {
        [`${info}/METADATA`]: Buffer.from(`Metadata-Version: 2.1\nName: tiny-model\nVersion: ${version}\n`),
        [`${info}/WHEEL`]: Buffer.from(
          'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
        ),
        [`${info}/RECORD`]: Buffer.from(''),
      };
      const whole = zip({ ...Object.fromEntries(inside), ...metadata });
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `tiny_model-${version}-py3-none-any.whl`), change ? change(whole) : whole);
      const sha256 = createHash('sha256').update(whole).digest('hex');
      return { registry: 'pypi', name: 'tiny-model', version, sha256, bytes: whole.length };
    },
  };
}

/** Returns a model made of whole files of one wheel. */
export function tinyModel(wheel: Wheel, names: readonly string[] = ['model.onnx']): Model {
  return {
    role: 'minilm-l6',
    set: 'default',
    does: 'nothing',
    licence: 'MIT',
    files: names.map((name) => ({ wheel, path: `tiny_model/${name}`, to: name })),
    holds: names,
  };
}
