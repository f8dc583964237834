export { type ChatFailure, type ChatServer, chatFailureOf, type Refusal, refusalOf } from './client.ts';
export { type ChatConnection, openChatConnection } from './connection.ts';
export type { ChatDialect, ChatRequest } from './dialect.ts';
export type { CallDelta, ChatPiece } from './pieces.ts';
export { createReasoningFilter, withoutReasoning } from './reasoning.ts';
