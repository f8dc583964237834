import { availableParallelism, cpus, release, totalmem } from 'node:os';

/** Machine on which a measurement was taken; results are meaningless without it. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly takenAt: string;
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch} ${release()}`,
    node: process.version,
    takenAt: new Date().toISOString(),
  };
}

export const machineLine = (machine: Machine): string =>
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}`;
