export { createCustomer } from './customer.ts';
export { isFaithful, mayReword } from './faithful.ts';
export type {
  AgentTurn,
  CustomerEnd,
  CustomerFact,
  CustomerMove,
  CustomerObjection,
  CustomerPlan,
  CustomerState,
} from './plan.ts';
export { type AskedQuestion, questionIn } from './question.ts';
export { openStream, streamOf } from './streams.ts';
export { type LogEntry, mistakeIn } from './validate.ts';
export { linesOf } from './words.ts';
