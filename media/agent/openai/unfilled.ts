import type { ToolSpec } from '../../line/agent.ts';
import { plainWords } from '../../text/words.ts';

/** What stands in examples in place of a value: `<name>`, `{date}`, `[customer name]`, `…`. */
const blank =
  /^\s*(?:<[^<>]{1,60}>|\{{1,2}[^{}]{1,60}\}{1,2}|\[[^[\]]{0,60}(?:\s|name|date|time|number|address|mail|phone)[^[\]]{0,60}\]|…|\.{3}|Y{4}([-/.])M{2}\1D{2}.{0,20}|H{2}:M{2}(?::S{2})?)\s*$/i;

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, '');

/** The most words of a caller's line that merely answers a question: "A service, please." */
const mostAnswerWords = 3;

/**
 * Returns the names of arguments in which a model wrote a blank in place of a value: it calls the tool before the caller
 * has told the value. The name of the argument itself is a blank too, unless the caller has answered with it: a garage
 * may be asked for a `service`, and a caller's name may be Mark. `told`: what the caller has said.
 */
export function unfilledIn(
  args: Readonly<Record<string, unknown>>,
  { properties }: ToolSpec['parameters'],
  told: readonly string[],
): readonly string[] {
  const schemas = (typeof properties === 'object' && properties !== null ? properties : {}) as Record<string, unknown>;
  return Object.entries(args).flatMap(([name, value]) => {
    if (typeof value !== 'string' || isAllowed(schemas[name], value)) return [];
    return blank.test(value) || (plain(value) === plain(name) && !told.some((line) => answers(line, value)))
      ? [name]
      : [];
  });
}

function answers(line: string, value: string): boolean {
  const words = plainWords(line);
  return words.length <= mostAnswerWords && !line.includes('?') && words.includes(value.toLowerCase());
}

const isAllowed = (schema: unknown, value: string): boolean => {
  const { enum: values, const: only, default: initial } = (schema ?? {}) as Readonly<Record<string, unknown>>;
  return [...(Array.isArray(values) ? values : []), only, initial].includes(value);
};

/** Returns the arguments without those that may be absent and are null, although their type is another: models write them. */
export function withoutNulls(
  args: Readonly<Record<string, unknown>>,
  { properties, required }: ToolSpec['parameters'],
): Readonly<Record<string, unknown>> {
  const schemas = (typeof properties === 'object' && properties !== null ? properties : {}) as Record<string, unknown>;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const isAbsent = (name: string): boolean => {
    const { type } = (schemas[name] ?? {}) as { readonly type?: unknown };
    return !needed.includes(name) && type !== undefined && ![type].flat().includes('null');
  };
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== null || !isAbsent(name)));
}
