export { createFairQueue } from './fair-queue.ts';
export type { Work } from './messages.ts';
export { serveWork } from './serve-work.ts';
export { exceedsLimits, ThreadFault } from './thread-fault.ts';
export { createThreadPool, type ThreadPool, type ThreadPoolOptions, type WorkOptions } from './thread-pool.ts';
