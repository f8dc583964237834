import type { FastifyInstance } from 'fastify';

/**
 * A part of the control plane. Opening it takes explicit inputs and starts no work. It returns these three functions
 * and what other modules use.
 */
export interface Module {
  /** Registers its hooks and routes on the server. */
  routes?(app: FastifyInstance): void;
  /** Starts its periodic rounds and jobs, once every module is open. */
  start?(): Promise<void> | void;
  /** Stops them and waits for work in progress. */
  close?(): Promise<void> | void;
}

export interface ModuleList {
  /** Appends a module after those that it uses, and returns it. */
  add<Opened extends Module>(module: Opened): Opened;
  routes(app: FastifyInstance): void;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Modules in the order of opening. Routes and starts follow it; closing runs in reverse. */
export function createModuleList(): ModuleList {
  const modules: Module[] = [];
  return {
    add(module) {
      modules.push(module);
      return module;
    },
    routes(app) {
      for (const module of modules) module.routes?.(app);
    },
    async start() {
      for (const module of modules) await module.start?.();
    },
    async close() {
      for (const module of modules.splice(0).reverse()) await module.close?.();
    },
  };
}
