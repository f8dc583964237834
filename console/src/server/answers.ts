import type { z } from 'zod';
import type { flowList } from '../../../src/features/flows/schema.ts';

export type { CallRecord, CallSummary } from '../../../src/features/calls/schema.ts';
export type { Health } from '../../../src/features/health/schema.ts';
export type FlowList = z.output<typeof flowList>;
export type Flow = FlowList['flows'][number];
