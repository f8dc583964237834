import Builder from 'fast-xml-builder';

const builder = new Builder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
});

/** Serialises a document for the provider. Attribute names begin with `@`; text is `#text`. */
export const responseXml = (elements: object): string =>
  builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, Response: elements });
