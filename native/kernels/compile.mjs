/** Compiles the kernels in `assembly/` into `media/dsp/kernels/wasm-bytes.ts`. Run it after changing them: `npm run kernels`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = fileURLToPath(new URL('.', import.meta.url));
const target = fileURLToPath(new URL('../../media/dsp/kernels/wasm-bytes.ts', import.meta.url));

/** The module that the sources make. @returns {Promise<Buffer>} */
export async function compileKernels() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-kernels-'));
  try {
    const out = join(folder, 'kernels.wasm');
    const flags = ['-O3', '--noAssert', '--enable', 'simd', '--runtime', 'stub', '--use', 'abort=', '--disableWarning'];
    const { error, stderr } = await asc.main([join(here, 'assembly', 'index.ts'), ...flags, '--outFile', out]);
    if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bytes = await compileKernels();
  writeFileSync(
    target,
    `/** Made from native/kernels/assembly by \`npm run kernels\`; a test compares the two. */\nexport const wasmBase64 =\n  '${bytes.toString('base64')}';\n`,
  );
  process.stdout.write(`${bytes.length} bytes\n`);
}
