import type { ById, Tools } from '../../../../media/ports.ts';
import { visibleLines } from '../../../http/fields.ts';
import type { HttpClient } from '../../../http-client/index.ts';
import { refusalOf } from './arguments.ts';
import { type ToolCall, withCallerFields } from './caller-fields.ts';

/** A tool of the agent in a call. */
export interface CallTool {
  readonly name: string;
  /** JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** `https://` URL of a public address; checked again on each call. */
  readonly endpoint: string;
}

export interface ToolRunnerOptions {
  /** Returns the call and its agent's tool of this name; `tool` is undefined if the agent has none. */
  readonly find: (
    callUuid: string,
    name: string,
  ) => Promise<{ call: ToolCall; tool: CallTool | undefined } | undefined>;
  readonly httpClient: Pick<HttpClient, 'ask'>;
  readonly version: string;
}

const maxArgumentBytes = 16 * 1024;

/** Calls the endpoints of agents' tools. Every failure is returned as a sentence that the agent can use. */
export function createToolRunner({ find, httpClient, version }: ToolRunnerOptions): ById<Tools> {
  return {
    async run(callUuid, name, callArgs) {
      const match = await find(callUuid, name);
      if (match?.tool === undefined) return failed(`No endpoint is connected for ${name}.`);
      const { call, tool } = match;
      const args = withCallerFields(tool.parameters, callArgs, call);
      const body = Buffer.from(JSON.stringify(bodyOf(call, name, args)));
      if (body.length > maxArgumentBytes) return failed('The arguments are too long.');
      const refusal = refusalOf(tool.parameters, args);
      if (refusal !== undefined) return failed(refusal);
      const headers = {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/plain',
        'User-Agent': `Parley/${version} (tools)`,
      };
      const answer = await httpClient.ask({ url: tool.endpoint, headers, body });
      if (answer.status === 0) return failed(`The request to ${name} failed. ${answer.error}`);
      if (answer.status >= 300) return failed(`${name} returned status ${answer.status}.`);
      return { ok: true, result: textOf(answer) };
    },
  };
}

const failed = (result: string): { ok: boolean; result: string } => ({ ok: false, result });

const bodyOf = (call: ToolCall, tool: string, args: Readonly<Record<string, unknown>>) => ({
  tool,
  arguments: args,
  call_uuid: call.uuid,
  from_number: call.from,
  to_number: call.to,
  contact_uuid: call.contactUuid,
  caller_verified: call.isCallerVerified,
});

/** Returns the part of the response that was read, without a truncated last character. */
function textOf({ beginning, isWhole }: Awaited<ReturnType<HttpClient['ask']>>): string {
  const text = visibleLines(new TextDecoder().decode(beginning)).replace(isWhole ? '' : /\uFFFD$/, '');
  if (text === '') return 'Done.';
  return isWhole ? text : `${text} (truncated)`;
}
