import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import {
  type DocumentOwner,
  type Documents,
  document,
  documentRefusal,
  documentToJson,
  notOwned,
  documentUuid as params,
} from '../documents/index.ts';
import * as schema from './schema.ts';
import type { Websites } from './service.ts';
import type { WebsiteRow } from './store.ts';

type OneDocument = { Params: z.output<typeof params> };

const tags = ['knowledge base'];

const ownerOf = (request: FastifyRequest): DocumentOwner => ({
  organisationId: organisationOf(request),
  userUuid: userOf(request),
});

const noWebsite = (uuid: string): Problem => new Problem('not_found', `Document ${uuid} is not a website.`);

export function registerWebsiteRoutes(app: FastifyInstance, websites: Websites, documents: Documents): void {
  app.route<{ Body: z.output<typeof schema.newWebsite> }>({
    method: 'POST',
    url: '/api/kb/websites',
    config: { access: {}, errors: { conflict: 'The documents of the organisation have reached its quota.' } },
    schema: {
      summary: 'Adds a website as a document and begins to read it.',
      description:
        'Reads pages of the same host that `robots.txt` allows, the nearest to the start page first. A sitemap as `url` gives the pages itself. At each later visit, pages that have not changed are not loaded again. Answers name the address of their page.',
      tags,
      body: schema.newWebsite,
      response: { 201: document },
    },
    handler: async (request, reply) => {
      const owner = ownerOf(request);
      const added = await websites.add(owner, request.body);
      if (added.kind === 'bad_url') throw new Problem('bad_request', `body url: ${added.why}`);
      if (added.kind !== 'added') throw documentRefusal(added.kind, documents);
      return reply.code(201).send(documentToJson(added.document, owner));
    },
  });

  app.route<OneDocument>({
    method: 'GET',
    url: '/api/kb/documents/:uuid/website',
    config: { access: {}, errors: { not_found: 'Also returned for a document that is not a website.' } },
    schema: {
      summary: 'Returns how a website is read, and when next.',
      tags,
      params,
      response: { 200: schema.website },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const row = await websites.get(ownerOf(request), uuid);
      if (row === undefined) throw noWebsite(uuid);
      return websiteToJson(row);
    },
  });

  app.route<OneDocument & { Body: z.output<typeof schema.websitePatch> }>({
    method: 'PATCH',
    url: '/api/kb/documents/:uuid/website',
    config: { access: {}, errors: { not_found: 'Also returned for a document that is not a website.' } },
    schema: {
      summary: 'Changes how a website is read at its next visit.',
      tags,
      params,
      body: schema.websitePatch,
      response: { 200: schema.website },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const owner = ownerOf(request);
      const changed = await websites.change(owner, uuid, request.body);
      if (changed === undefined)
        throw (await websites.get(owner, uuid)) === undefined
          ? noWebsite(uuid)
          : await notOwned(documents, owner, uuid);
      return websiteToJson(changed);
    },
  });
}

const websiteToJson = (row: WebsiteRow): z.output<typeof schema.website> => ({
  document_uuid: row.documentUuid,
  url: row.url,
  max_depth: row.maxDepth,
  max_pages: row.maxPages,
  refresh_hours: row.refreshHours,
  next_at: row.nextAt,
  checked_at: row.checkedAt,
});
