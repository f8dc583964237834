declare const brand: unique symbol;

/** Whose rows a query may touch. */
export type OrganisationId = string & { readonly [brand]: 'organisation' };

/** The only organisation until accounts exist. */
export const localOrganisation = '00000000-0000-4000-8000-000000000001' as OrganisationId;
