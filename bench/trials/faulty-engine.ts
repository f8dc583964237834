import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CreateEngine, Engine } from '../../media/line/engine.ts';

export const faults = ['dies', 'hangs'] as const;
export type ModelFault = (typeof faults)[number];

export interface FaultyEngineConfig {
  /** The engine that this replaces, and its configuration. */
  readonly module: string;
  readonly config: unknown;
  readonly name: string;
  /** Folder for orders and reports. */
  readonly folder: string;
}

export const orderFile = (folder: string, engine: string, fault: ModelFault): string =>
  join(folder, `${engine}.${fault}`);
export const reportFile = (folder: string): string => join(folder, 'reports');

/** A real engine whose next job, on order, kills its thread or never ends. */
export const createEngine: CreateEngine<FaultyEngineConfig, unknown, unknown> = async (
  { module, config, name, folder },
  open,
) => {
  const report = (what: string): void => appendFileSync(reportFile(folder), `${Date.now()} ${name} ${what}\n`);
  const loaded = (await import(module)) as { createEngine: CreateEngine<unknown, unknown, unknown> };
  const engine: Engine<unknown, unknown> = await loaded.createEngine(config, open);
  report('ready');
  return {
    async *run(job, signal) {
      for (const fault of faults) {
        const order = orderFile(folder, name, fault);
        if (!existsSync(order)) continue;
        rmSync(order);
        report(fault);
        // Nothing in the thread runs after this, neither handlers nor cleanup.
        if (fault === 'dies') process.exit(1);
        for (;;);
      }
      yield* engine.run(job, signal);
    },
    close: () => engine.close(),
  };
};
