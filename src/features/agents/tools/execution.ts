import type { OrganisationId } from '../../../data/index.ts';
import { visibleLines } from '../../../http/fields.ts';
import type { HttpClient } from '../../../http-client/index.ts';
import { refusalOf } from './arguments.ts';
import { withCallerFields } from './caller-fields.ts';
import { type CallTool, templatesOf } from './definition.ts';
import { httpRequestOf, signingSecret, type ToolHttpRequest, type ToolOccasion } from './http-request.ts';
import { maskerOf } from './masking.ts';
import { secretsIn } from './template.ts';

/** Returns the values of secrets of an organisation, or why one is missing. */
export type SecretReader = (
  organisation: OrganisationId,
  names: readonly string[],
) => Promise<{ readonly values: ReadonlyMap<string, string> } | { readonly missing: string; readonly detail: string }>;

/** Calls a tool of an MCP server of the organisation. Never rejects. */
export type McpCaller = (
  organisation: OrganisationId,
  called: NonNullable<CallTool['mcp']> & {
    readonly args: Readonly<Record<string, unknown>>;
    readonly timeoutMs: number;
  },
) => Promise<{ readonly ok: boolean; readonly result: string }>;

export interface ToolExecutionOptions {
  readonly httpClient: Pick<HttpClient, 'ask'>;
  readonly secretsOf: SecretReader;
  readonly callMcp: McpCaller;
  readonly version: string;
  readonly now: () => Date;
}

/** Result of a tool. Secrets in it are replaced by their names. */
export interface ToolRun {
  readonly ok: boolean;
  readonly result: string;
  /** The request as it was sent; undefined if none was. */
  readonly request?: Omit<ToolHttpRequest, 'body'> & { readonly body: string };
  /** HTTP status; absent without a response. */
  readonly status?: number;
}

export interface Execution {
  readonly organisation: OrganisationId;
  readonly tool: CallTool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly occasion: ToolOccasion;
}

/** Carries out a tool. Never rejects: a failure is a sentence that the agent can use. */
export type ExecuteTool = (execution: Execution) => Promise<ToolRun>;

const maxArgumentBytes = 16 * 1024;

export function createToolExecution(options: ToolExecutionOptions): ExecuteTool {
  const { httpClient, secretsOf, callMcp, version, now } = options;

  async function overHttp({ organisation, tool, args, occasion }: Execution, endpoint: string): Promise<ToolRun> {
    const secrets = await secretsOfTool(organisation, tool);
    if ('detail' in secrets) return failed(secrets.detail);
    const { values } = secrets;
    const unixSeconds = Math.floor(now().getTime() / 1000);
    const parts = { tool, endpoint, values: { args, secrets: values }, occasion, version, unixSeconds };
    const request = httpRequestOf(parts);
    if (typeof request === 'string') return failed(request);
    const { timeout_ms: deadlineMs, result_chars: chars } = tool;
    const answer = await httpClient.ask({ ...request, deadlineMs, maxBytes: bytesPerCharacter * chars });
    const masked = maskerOf(values);
    const shown = { request: shownRequest(request, masked), ...(answer.status !== 0 && { status: answer.status }) };
    if (answer.status === 0) return { ...failed(`The request to ${tool.name} failed. ${answer.error}`), ...shown };
    const text = masked(textOf(answer, chars));
    if (answer.status >= 300) return { ...failed(`${tool.name} returned status ${answer.status}.`), ...shown };
    return { ok: true, result: text, ...shown };
  }

  /** The signing key is optional. */
  async function secretsOfTool(organisation: OrganisationId, tool: CallTool) {
    const named = await secretsOf(organisation, secretsIn(templatesOf(tool)));
    if ('detail' in named) return named;
    const signing = await secretsOf(organisation, [signingSecret]);
    return 'detail' in signing ? named : { values: new Map([...named.values, ...signing.values]) };
  }

  return async (execution) => {
    const { organisation, tool, occasion } = execution;
    const args = withCallerFields(tool.parameters, execution.args, occasion.call);
    if (Buffer.byteLength(JSON.stringify(args)) > maxArgumentBytes) return failed('The arguments are too long.');
    const refusal = refusalOf(tool.parameters, args);
    if (refusal !== undefined) return failed(refusal);
    if (tool.mcp !== null) {
      const { ok, result } = await callMcp(organisation, { ...tool.mcp, args, timeoutMs: tool.timeout_ms });
      return { ok, result: cut(visibleLines(result), tool.result_chars) };
    }
    if (tool.endpoint === null) return failed(`No endpoint is connected for ${tool.name}.`);
    return overHttp({ ...execution, args }, tool.endpoint);
  };
}

const failed = (result: string): ToolRun => ({ ok: false, result });

/** The longest character in UTF-8. */
const bytesPerCharacter = 4;

function cut(text: string, chars: number): string {
  if (text === '') return 'Done.';
  return text.length <= chars ? text : `${text.slice(0, chars).replace(/[\ud800-\udbff]$/, '')} (truncated)`;
}

/** Returns the part of the response that was read, without a truncated last character. */
function textOf({ beginning, isWhole }: Awaited<ReturnType<HttpClient['ask']>>, chars: number): string {
  const text = visibleLines(new TextDecoder().decode(beginning)).replace(isWhole ? '' : /\uFFFD$/, '');
  return isWhole || text.length > chars || text === '' ? cut(text, chars) : `${text} (truncated)`;
}

const shownRequest = ({ method, url, headers, body }: ToolHttpRequest, masked: (text: string) => string) => ({
  method,
  url: masked(url),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value)])),
  body: masked(body.toString()),
});
