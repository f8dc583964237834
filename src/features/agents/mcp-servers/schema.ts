import { z } from 'zod';
import { lineOf } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { headersInput as headers } from '../tools/index.ts';

export const serverUuid = z.object({ uuid: z.uuid() });

const name = lineOf(120);
const url = z
  .string()
  .min(1)
  .max(2048)
  .meta({ format: 'uri', examples: ['https://mcp.example.com/mcp'] });

export const newServer = z.object({ name, url, headers: headers.default({}) });
export type NewServerBody = z.output<typeof newServer>;

export const serverPatch = z.object({
  name: name.exactOptional(),
  url: url.exactOptional(),
  headers: headers.exactOptional(),
});
export type ServerPatchBody = z.output<typeof serverPatch>;

const listedTool = z.object({
  name: z.string(),
  description: z.string(),
  /** JSON schema of the arguments. */
  parameters: z.record(z.string(), z.unknown()),
  /** Whether the server says that the tool changes nothing. */
  read_only: z.boolean(),
  /** Why an agent cannot use the tool; null if it can. */
  problem: z.string().nullable(),
});
export type ListedTool = z.output<typeof listedTool>;

const server = z.object({
  uuid: z.string(),
  name: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** The tools of the server at the time of `listed_at`. */
  tools: z.array(listedTool),
  listed_at: z.string().nullable(),
  /** Why the last listing failed; null if it succeeded. */
  last_error: z.string().nullable(),
  created_at: z.string(),
  /** Names of the agents that use a tool of the server. */
  used_by: z.array(z.string()),
});
export type McpServerJson = z.output<typeof server>;

export const serverAnswer = server;
export const serverList = z.object({ servers: z.array(server) });

nameSchemas({ McpServer: server, McpServerList: serverList, NewMcpServer: newServer, McpServerPatch: serverPatch });
