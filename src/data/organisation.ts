declare const brand: unique symbol;

/** The organisation whose rows a query may access. */
export type OrganisationId = string & { readonly [brand]: 'organisation' };

/** The only organisation until accounts exist. */
export const localOrganisation = '00000000-0000-4000-8000-000000000001' as OrganisationId;
