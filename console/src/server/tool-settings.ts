import { useQuery } from '@tanstack/react-query';
import type { components, paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

export type Secret = components['schemas']['Secret'];
export type McpServer = components['schemas']['McpServer'];
export type ToolTrial = components['schemas']['ToolTrial'];
type NewMcpServer = NonNullable<
  paths['/api/settings/mcp-servers']['post']['requestBody']
>['content']['application/json'];

const ofName = (name: string) => ({ params: { path: { name } } });
const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

export const storeSecret = (name: string, value: string) =>
  answerTo(client.PUT('/api/settings/secrets/{name}', { ...ofName(name), body: { value } }));
export const deleteSecret = (name: string) => answerTo(client.DELETE('/api/settings/secrets/{name}', ofName(name)));
export const useSecrets = () =>
  useQuery({
    queryKey: ['secrets'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/settings/secrets', { signal })),
  });

export const addMcpServer = (body: NewMcpServer) => answerTo(client.POST('/api/settings/mcp-servers', { body }));
export const refreshMcpServer = (uuid: string) =>
  answerTo(client.POST('/api/settings/mcp-servers/{uuid}/refresh', ofUuid(uuid)));
export const deleteMcpServer = (uuid: string) =>
  answerTo(client.DELETE('/api/settings/mcp-servers/{uuid}', ofUuid(uuid)));
export const useMcpServers = () =>
  useQuery({
    queryKey: ['mcp-servers'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/settings/mcp-servers', { signal })),
  });

export const tryTool = (uuid: string, name: string, args: Record<string, unknown>) =>
  answerTo(
    client.POST('/api/voice/agents/{uuid}/tools/{name}/try', {
      params: { path: { uuid, name } },
      body: { arguments: args },
    }),
  );
