export { type ChatFailure, type ChatServer, chatFailureOf, type Refusal, refusalOf, withoutSecrets } from './client.ts';
export { type ChatConnection, openChatConnection } from './connection.ts';
export { type ChatChoice, type ChatDialect, type ChatRequest, chosenFields, openDialect } from './dialect.ts';
export { listModels } from './models.ts';
export type { CallDelta, ChatPiece } from './pieces.ts';
export { createReasoningFilter, withoutReasoning } from './reasoning.ts';
