export interface Share {
  readonly tenant: string;
  readonly places: number;
}

/** Divides free places among those who wait, in their order; the first get what does not divide. */
export function shareOut(places: number, tenants: readonly string[]): Share[] {
  const taking = tenants.slice(0, places);
  const each = Math.floor(places / Math.max(1, taking.length));
  const over = places - each * taking.length;
  return taking.map((tenant, index) => ({ tenant, places: each + (index < over ? 1 : 0) }));
}
