import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallRecord, wavHeader, writeWav } from '../../media/index.ts';
import { CliFault } from './cli-fault.ts';

/** Creates the folder before the call, so that a wrong path is reported first. Throws `out_unusable`. */
export async function prepareOutDir(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true });
  } catch (cause) {
    throw new CliFault('out_unusable', `${dir}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Writes `caller.wav`, `agent.wav` and `both.wav` (caller left, agent right), all on one clock. Throws `out_unusable`.
 */
export async function writeSoundFiles(dir: string, record: CallRecord): Promise<readonly string[]> {
  const { rateHz } = record.format;
  const files = {
    'caller.wav': writeWav({ samples: record.caller, rateHz }),
    'agent.wav': writeWav({ samples: record.agent, rateHz }),
    'both.wav': stereoWav(record.caller, record.agent, rateHz),
  };
  const paths: string[] = [];
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(dir, name);
    try {
      await writeFile(path, bytes);
    } catch (cause) {
      throw new CliFault('out_unusable', `${path}: ${(cause as Error).message}`, { cause });
    }
    paths.push(path);
  }
  return paths;
}

function stereoWav(left: Float32Array, right: Float32Array, rateHz: number): Buffer {
  const header = wavHeader({ rateHz, channels: 2, dataBytes: left.length * 4 });
  const bytes = Buffer.alloc(header.length + left.length * 4);
  bytes.set(header);
  for (let i = 0; i < left.length; i += 1) {
    bytes.writeInt16LE(toInt16(left[i]!), header.length + i * 4);
    bytes.writeInt16LE(toInt16(right[i]!), header.length + i * 4 + 2);
  }
  return bytes;
}

const toInt16 = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768)));
