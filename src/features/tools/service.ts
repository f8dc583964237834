import type { Tools } from '../../../media/ports.ts';
import { visibleLines } from '../../http/visible-text.ts';
import type { Outbound } from '../../outbound/index.ts';
import { refusalOf } from './arguments.ts';

/** A tool of the agent who speaks in a call. */
export interface CallTool {
  readonly name: string;
  /** JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** `https://` to a public address; looked at again when it is called. */
  readonly endpoint: string;
}

/** What a tool is told of the call. */
export interface ToolCall {
  readonly uuid: string;
  readonly from: string;
  readonly to: string;
  readonly contactUuid: string | null;
}

export interface ToolRunnerOptions {
  /** The call and its agent's tool of this name; `tool` is undefined where the agent has none. */
  readonly find: (
    callUuid: string,
    name: string,
  ) => Promise<{ call: ToolCall; tool: CallTool | undefined } | undefined>;
  readonly outbound: Pick<Outbound, 'ask'>;
  readonly version: string;
}

const maxArgumentBytes = 16 * 1024;

/** Calls the endpoints of agents' tools. Whatever goes wrong is a sentence that the agent can make something of. */
export function createToolRunner({ find, outbound, version }: ToolRunnerOptions): Tools {
  return {
    async run(callUuid, name, args) {
      const found = await find(callUuid, name);
      if (found?.tool === undefined) return failed(`No endpoint is connected for ${name}.`);
      const { call, tool } = found;
      const body = Buffer.from(JSON.stringify(bodyOf(call, name, args)));
      if (body.length > maxArgumentBytes) return failed('The arguments are too long.');
      const refusal = refusalOf(tool.parameters, args);
      if (refusal !== undefined) return failed(refusal);
      const headers = {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/plain',
        'User-Agent': `Parley/${version} (tools)`,
      };
      const answer = await outbound.ask({ url: tool.endpoint, headers, body });
      if (answer.status === 0) return failed(`${name} could not be asked. ${answer.error}`);
      if (answer.status >= 300) return failed(`${name} answered with the status ${answer.status}.`);
      return { ok: true, result: textOf(answer) };
    },
  };
}

const failed = (result: string): { ok: boolean; result: string } => ({ ok: false, result });

const bodyOf = ({ uuid, from, to, contactUuid }: ToolCall, tool: string, args: Readonly<Record<string, unknown>>) => ({
  ...{ tool, arguments: args, call_uuid: uuid, from_number: from, to_number: to, contact_uuid: contactUuid },
});

/** What was answered, as far as it was read; a character that was cut in two is left out. */
function textOf({ beginning, isWhole }: Awaited<ReturnType<Outbound['ask']>>): string {
  const text = visibleLines(new TextDecoder().decode(beginning)).replace(isWhole ? '' : /\uFFFD$/, '');
  if (text === '') return 'Done.';
  return isWhole ? text : `${text} (The answer was longer than this.)`;
}
