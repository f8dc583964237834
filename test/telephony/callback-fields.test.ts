import { expect, test } from 'vitest';
import { field, idField, ourUuid, step } from '../../src/telephony/callback-fields.ts';
import { openAppOnce, type TestApp } from '../http/test-app.ts';

const openApp = openAppOnce();

test.each([field, idField])('JSON has null where a form has nothing; other values are refused (%#)', (schema) => {
  expect(schema.parse('a-1')).toBe('a-1');
  expect(schema.parse(12)).toBe('12');
  for (const nothing of [null, undefined]) expect(schema.parse(nothing)).toBeUndefined();
  for (const wrong of [[], ['a-1'], [null, null], {}, true])
    expect(schema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});

test.each([ourUuid, step])('what this server wrote into an address has its form (%#)', (schema) => {
  expect(schema.parse(undefined)).toBeUndefined();
  for (const wrong of ['x', null, 1, ['caller']])
    expect(schema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});

interface Described {
  readonly $ref?: string;
  readonly anyOf?: readonly { readonly type: string }[];
  readonly properties?: Readonly<Record<string, Described>>;
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Described }>> };
}

/** Every callback of every provider, and the fields in its description that may be null. */
async function describedCallbacks(app: TestApp): Promise<[url: string, fields: readonly string[]][]> {
  const { paths, components } = (await app.http.inject({ url: '/openapi.json' })).json<{
    paths: Record<string, { post?: Operation }>;
    components: { schemas: Record<string, Described> };
  }>();
  return Object.entries(paths)
    .filter(([, { post }]) => post?.requestBody?.content['application/x-www-form-urlencoded'] !== undefined)
    .flatMap(([path, { post }]) => {
      const { $ref, ...inline } = post?.requestBody?.content['application/json']?.schema ?? {};
      const { properties = {} } =
        $ref === undefined ? inline : (components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
      const fields = Object.entries(properties).filter(([, { anyOf = [] }]) =>
        anyOf.some(({ type }) => type === 'null'),
      );
      const url = path.replace(/\{\w+\}/g, crypto.randomUUID());
      return [[url, fields.map(([name]) => name)]];
    });
}

test('every callback accepts what its description says: null in JSON, a repeated field in a form alone', async () => {
  const callbacks = await describedCallbacks(openApp());
  expect(callbacks.length).toBeGreaterThan(30);
  const refusal = async (url: string, payload: string | object) => {
    const type = typeof payload === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
    const answer = await openApp().http.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
    return / has an unsupported value/.test(answer.body);
  };
  for (const [url, fields] of callbacks)
    for (const name of fields) {
      const said = (refused: boolean) => `${url} ${name}: ${refused}`;
      expect(said(await refusal(url, { [name]: null }))).toBe(said(false));
      expect(said(await refusal(url, { [name]: ['a', 'b'] }))).toBe(said(true));
      expect(said(await refusal(url, `${name}=a&${name}=b`))).toBe(said(false));
    }
});
