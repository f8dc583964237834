/** Data of the call for its tools. */
export interface ToolCall {
  readonly uuid: string;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string;
  /** False if `from` may be forged. */
  readonly isCallerVerified: boolean;
  readonly to: string;
  readonly contactUuid: string | null;
}

/** Values of `x-caller` in a tool's property: the call supplies the value, and the model cannot. */
export const callerFields = ['number', 'own_number', 'call_uuid', 'contact_uuid'] as const;
type CallerField = (typeof callerFields)[number];

/**
 * Returns the values of the call: `number` is the other party's, `own_number` the called or calling number on our side.
 */
function valuesOf({ uuid, direction, from, to, contactUuid }: ToolCall): Readonly<Record<CallerField, string | null>> {
  const [number, callerNumber] = direction === 'inbound' ? [from, to] : [to, from];
  return { number, own_number: callerNumber, call_uuid: uuid, contact_uuid: contactUuid };
}

/**
 * Overwrites the arguments that the schema binds to the call, whatever the model supplied. A value that the call does
 * not have is omitted, so that a schema which requires it rejects the tool call.
 */
export function withCallerFields(
  parameters: Readonly<Record<string, unknown>>,
  args: Readonly<Record<string, unknown>>,
  call: ToolCall,
): Readonly<Record<string, unknown>> {
  const values = valuesOf(call);
  const bound = boundIn(parameters);
  const free = Object.entries(args).filter(([name]) => !bound.some(([each]) => each === name));
  const filled = bound.flatMap(([name, field]) => {
    const value = callerFields.includes(field as CallerField) ? values[field as CallerField] : null;
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...free, ...filled]);
}

/** Returns the names of bound properties, each with the field of the call it is bound to. */
export function boundIn({ properties }: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).flatMap(([name, property]) =>
    typeof property === 'object' && property !== null && 'x-caller' in property
      ? [[name, (property as { 'x-caller': unknown })['x-caller']] as const]
      : [],
  );
}
