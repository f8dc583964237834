export { registerQueueRoutes } from './routes.ts';
export { chosenOf, createQueues } from './service.ts';
export { createQueueStore, type FreeMember, type QueueStore } from './store.ts';
