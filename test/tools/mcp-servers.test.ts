import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { onEachDatabase } from '../data/databases.ts';
import { fakeAuthenticator, session } from '../http/fake-authenticator.ts';
import { openTestApp } from '../http/test-app.ts';
import { listen, openReceiver } from '../webhooks/receiver.ts';

const people = {
  admin: session('admin'),
  manager: session('manager'),
  stranger: session('admin', { organisationId: '00000000-0000-4000-8000-000000000002' as never }),
};
const url = '/api/settings/mcp-servers';

/** Opens a server of the official SDK that answers without sessions. */
async function openMcpServer() {
  const headers: (string | undefined)[] = [];
  const server = createServer(async (request, reply) => {
    headers.push(request.headers.authorization);
    const mcp = new McpServer({ name: 'orders', version: '1' });
    mcp.registerTool(
      'find_order',
      {
        description: 'Finds\u202e an order.',
        inputSchema: { number: z.string() },
        annotations: { readOnlyHint: true },
      },
      ({ number }) => ({
        content: [{ type: 'text', text: `Order ${number} was shipped. Token: ${request.headers.authorization}` }],
      }),
    );
    mcp.registerTool('fail', { inputSchema: {} }, () => {
      throw new Error('no such order');
    });
    mcp.registerTool('long', { inputSchema: {} }, () => ({ content: [{ type: 'text', text: 'x'.repeat(100_000) }] }));
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined } as never);
    await mcp.connect(transport as never);
    reply.on('close', () => void mcp.close());
    await transport.handleRequest(request, reply);
  });
  return { url: `http://127.0.0.1:${await listen(server)}/mcp`, headers };
}

onEachDatabase('MCP servers', ({ place }) => {
  async function open() {
    const { dataDir, databaseUrl } = await place();
    const app = await openTestApp({
      dataDir,
      env: {
        SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32),
        WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      },
      authenticator: fakeAuthenticator(people),
    });
    const ask = async (
      method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
      path: string,
      payload?: object,
      as = 'admin',
    ) => {
      const headers = { authorization: `Bearer ${as}` };
      const answer = await app.http.inject({ method, url: path, headers, ...(payload && { payload }) });
      return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
    };
    return { ...app, ask };
  }

  test('offer their tools to agents, which call them with the secret of the organisation', async () => {
    const { ask } = await open();
    const mcp = await openMcpServer();
    await ask('PUT', '/api/settings/secrets/ORDERS', { value: 'mcp secret value' });
    const headers = { Authorization: 'Bearer {{secret.ORDERS}}' };
    const added = await ask('POST', url, { name: 'Orders', url: mcp.url, headers });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ headers, last_error: null, listed_at: expect.any(String), used_by: [] });
    const [found] = added.body.tools;
    expect(found).toMatchObject({ name: 'find_order', description: 'Finds an order.', read_only: true, problem: null });
    const { uuid } = added.body;
    const toolOf = (name: string, parameters: object) => ({
      name,
      parameters,
      mcp: { server_uuid: uuid, tool: name },
      result_chars: 500,
    });
    const body = {
      name: 'Ada',
      voice_config: { speaker: 'ava' },
      tools: [
        toolOf('find_order', found.parameters),
        toolOf('fail', { type: 'object' }),
        toolOf('long', { type: 'object' }),
      ],
    };
    const made = await ask('POST', '/api/voice/agents', body);
    expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
    const run = async (name: string, args = {}) =>
      (await ask('POST', `/api/voice/agents/${made.body.uuid}/tools/${name}/try`, { arguments: args })).body;
    expect(await run('find_order', { number: '7' })).toMatchObject({
      ok: true,
      request: null,
      result: 'Order 7 was shipped. Token: Bearer {{secret.ORDERS}}',
    });
    expect(mcp.headers).toContain('Bearer mcp secret value');
    expect(await run('find_order', {})).toMatchObject({ ok: false, result: expect.stringContaining('number') });
    expect(await run('fail')).toMatchObject({ ok: false, result: expect.stringContaining('no such order') });
    expect((await run('long')).result).toBe(`${'x'.repeat(500)} (truncated)`);
    expect((await ask('GET', url)).body.servers[0].used_by).toEqual(['Ada']);
    expect(await ask('DELETE', `${url}/${uuid}`)).toMatchObject({
      status: 409,
      body: { detail: 'Tools of the server are used by Ada. Remove them first.' },
    });
    expect((await ask('DELETE', '/api/settings/secrets/ORDERS')).body.detail).toContain('the MCP server Orders');
    const unknown = { ...body, tools: [{ ...toolOf('other', { type: 'object' }) }] };
    expect((await ask('POST', '/api/voice/agents', unknown)).body.detail).toBe(
      'body tools.0.mcp.tool: Orders does not offer this tool.',
    );
    expect((await ask('POST', '/api/voice/agents', body, 'stranger')).status).toBe(400);
    expect((await ask('GET', url, undefined, 'stranger')).body).toEqual({ servers: [] });
    expect((await ask('POST', url, { name: 'Mine', url: mcp.url }, 'manager')).status).toBe(403);
  });

  test('that do not answer as such, never end or are not public are stored or refused with the reason', async () => {
    const { ask } = await open();
    const html = await openReceiver((_, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi'));
    const inward = await openReceiver((_, reply) => reply.writeHead(307, { location: 'http://10.0.0.1/' }).end());
    const gone = (await openReceiver((_, reply) => reply.destroy())).url;
    const endless = await openReceiver((_, reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      const line = `: ${'x'.repeat(64 * 1024)}\n\n`;
      const more = (): void => {
        if (!reply.destroyed && reply.write(line)) setImmediate(more);
        else reply.once('drain', more);
      };
      more();
    });
    for (const address of [html.url, inward.url, gone, endless.url]) {
      const added = await ask('POST', url, { name: 'Other', url: address });
      expect(added).toMatchObject({
        status: 201,
        body: { tools: [], listed_at: null, last_error: expect.any(String) },
      });
      expect(added.body.last_error, address).not.toBe('');
    }
    expect((await ask('POST', url, { name: 'In', url: 'http://10.0.0.1/mcp' })).body.detail).toMatch(/public address/);
    const headers = { 'X-Key': '{{secret.NONE}}' };
    expect((await ask('POST', url, { name: 'In', url: html.url, headers })).body.detail).toMatch(/NONE does not exist/);
    expect((await ask('POST', url, { name: 'In', url: html.url, headers: { 'X-A': 'a\nb' } })).status).toBe(400);
  });

  test('with schemas that no agent can use keep these tools with the reason', async () => {
    const { ask } = await open();
    const nested = (depth: number): object => (depth === 0 ? {} : { properties: { a: nested(depth - 1) } });
    const tools = [
      { name: 'deep', inputSchema: { type: 'object', ...nested(60) } },
      { name: 'wide', inputSchema: { type: 'object', description: 'x'.repeat(20_000) } },
      { name: 'slow', inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '(?=a)' } } } },
      { name: 'fine', inputSchema: { type: 'object' } },
      { name: 'fine', inputSchema: { type: 'object' } },
    ];
    const hostile = await openReceiver((_, reply) => {
      const asked = JSON.parse(String(hostile.received.at(-1)?.body || '{}')) as { id?: number; method?: string };
      if (asked.id === undefined) return void reply.writeHead(202).end();
      const result =
        asked.method === 'initialize'
          ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'h', version: '1' } }
          : { tools, nextCursor: 'again' };
      reply.writeHead(200, { 'content-type': 'application/json' });
      reply.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, result }));
    });
    const { body } = await ask('POST', url, { name: 'Hostile', url: hostile.url });
    expect(body.last_error).toBeNull();
    expect(body.tools.length).toBeLessThanOrEqual(200);
    const [deep, wide, slow, fine, again] = body.tools;
    for (const tool of [deep, wide, slow]) expect(tool).toMatchObject({ problem: expect.any(String), parameters: {} });
    expect(fine.problem).toBeNull();
    expect(again.problem).toBe('The tool has the name of another tool of the server.');
  });
});
