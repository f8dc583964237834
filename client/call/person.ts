/** A person whose words our side spoke in place of the agent's. */
export interface Person {
  /** `human`: a teammate after a transfer. */
  readonly kind: 'supervisor' | 'human';
  readonly name: string | null;
  /** Present if the agent's voice says the person's words. */
  readonly through?: 'agent' | undefined;
}

/** Reads such a person from a message or an event; undefined if there is none. */
export function readPerson(value: unknown): Person | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, name, through } = value as Partial<Record<keyof Person, unknown>>;
  if (kind !== 'supervisor' && kind !== 'human') return undefined;
  return {
    kind,
    name: typeof name === 'string' ? name : null,
    ...(through === 'agent' ? { through } : {}),
  };
}
