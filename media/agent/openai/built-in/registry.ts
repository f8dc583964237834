import { endCall } from './end-call/index.ts';
import { sendDtmf } from './send-dtmf/index.ts';
import type { BuiltInTool } from './tool.ts';
import { transferCall } from './transfer-call/index.ts';

/** The built-in tools, in the order in which the model gets them. */
export const builtInTools: readonly BuiltInTool[] = [endCall, sendDtmf, transferCall];
