export type { ChatChoice, ChatDialect, ChatServer } from '../../line/chat.ts';
export { type CallProof, createProofParts, joinedFields, ownFieldsOf } from './call-proof.ts';
export {
  type ChatFailure,
  chatFailureOf,
  networkCauseOf,
  type Refusal,
  refusalOf,
  serverSentenceOf,
  unreadReplyOf,
  withoutSecrets,
} from './client.ts';
export { type ChatConnection, openChatConnection } from './connection.ts';
export { type ChatRequest, chosenFields, openDialect } from './dialect.ts';
export { listModels } from './models.ts';
export type { CallDelta, ChatPiece } from './pieces.ts';
export { createReasoningFilter, withoutReasoning } from './reasoning.ts';
