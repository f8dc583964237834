/** What a tool receives about the call. */
export interface ToolCall {
  readonly uuid: string;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string;
  /** False where anybody may have made up `from`. */
  readonly isCallerVerified: boolean;
  readonly to: string;
  readonly contactUuid: string | null;
}

/** What `x-caller` of a tool's property may say: the call gives this value, and no model can. */
export const callerFields = ['number', 'own_number', 'call_uuid', 'contact_uuid'] as const;
type CallerField = (typeof callerFields)[number];

/** The values of the call: `number` is the other party's, `own_number` the one that was called or called from. */
function valuesOf({ uuid, direction, from, to, contactUuid }: ToolCall): Readonly<Record<CallerField, string | null>> {
  const [number, own] = direction === 'inbound' ? [from, to] : [to, from];
  return { number, own_number: own, call_uuid: uuid, contact_uuid: contactUuid };
}

/**
 * The arguments with what the schema binds to the call, whatever the model gave for it. A value that the call does not
 * have is left out, so that a schema which requires it refuses the call of the tool.
 */
export function withCallerFields(
  parameters: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
  call: ToolCall,
): Readonly<Record<string, unknown>> {
  const values = valuesOf(call);
  const bound = boundIn(parameters);
  const free = Object.entries(given).filter(([name]) => !bound.some(([each]) => each === name));
  const filled = bound.flatMap(([name, field]) => {
    const value = callerFields.includes(field as CallerField) ? values[field as CallerField] : null;
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...free, ...filled]);
}

/** Names of properties and what of the call each is bound to. */
export function boundIn({ properties }: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).flatMap(([name, property]) =>
    typeof property === 'object' && property !== null && 'x-caller' in property
      ? [[name, (property as { 'x-caller': unknown })['x-caller']] as const]
      : [],
  );
}
