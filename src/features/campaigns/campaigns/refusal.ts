import type { ProblemCode } from '../../../http/problem.ts';

/** Why something was rejected: a sentence for the client. */
export interface Refusal {
  readonly refused: Extract<ProblemCode, 'bad_request' | 'conflict'>;
  readonly detail: string;
}

export const badRequest = (detail: string): Refusal => ({ refused: 'bad_request', detail });
export const conflict = (detail: string): Refusal => ({ refused: 'conflict', detail });

export const isRefusal = (result: object): result is Refusal => 'refused' in result;
