import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageQuery } from '../../../http/fields.ts';
import { viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { Project } from './project-store.ts';
import * as schema from './schema.ts';
import type { Segments } from './service.ts';

const tags = ['call analysis'];
const url = '/api/projects';
const reading = { scopes: ['sales:calls:read'] } as const;
const writing = { scopes: ['sales:calls:write'], role: 'manager' } as const;
/** Anyone chooses their own active project. */
const activating = { scopes: ['sales:calls:write'] } as const;
const errors = { conflict: 'A project with this name exists.' };

type ById = { Params: z.output<typeof schema.numberedId> };

export function registerProjectRoutes(app: FastifyInstance, { projects }: Segments): void {
  registerProjects(app, projects);
  registerActivation(app, projects);
}

function registerProjects(app: FastifyInstance, projects: Segments['projects']): void {
  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url,
    config: { access: reading },
    schema: {
      summary: 'Lists the projects of the organisation by name.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.projectList },
    },
    handler: async (request) => {
      const { projects: rows, total, active } = await projects.list(viewerOf(request), request.query);
      return { projects: rows.map((row) => toJson(row, row.uuid === active)), total, ...request.query };
    },
  });

  app.route<{ Body: schema.NewProject }>({
    method: 'POST',
    url,
    config: { access: writing, errors },
    schema: {
      summary: 'Creates a project: a set of segments. Without segments it covers every call.',
      tags,
      body: schema.newProject,
      response: { 201: schema.project },
    },
    handler: async (request, reply) =>
      reply.code(201).send(toJson(await projects.add(viewerOf(request), request.body), false)),
  });

  registerProject(app, projects);
}

function registerProject(app: FastifyInstance, projects: Segments['projects']): void {
  app.route<ById>({
    method: 'GET',
    url: `${url}/:id`,
    config: { access: reading },
    schema: { summary: 'Returns a project.', tags, params: schema.numberedId, response: { 200: schema.project } },
    handler: async (request) => {
      const { id } = request.params;
      const project = await projects.get(viewerOf(request), Number(id));
      if (project === undefined) throw unknown(id);
      return toJson(project, project.isActive);
    },
  });

  app.route<ById & { Body: schema.ProjectPatch }>({
    method: 'PATCH',
    url: `${url}/:id`,
    config: { access: writing, errors },
    schema: {
      summary:
        'Updates a project. Omitted fields are unchanged; `segment_uuids` is replaced as a whole, and `null` clears it.',
      tags,
      params: schema.numberedId,
      body: schema.projectPatch,
      response: { 200: schema.project },
    },
    handler: async (request) => {
      const { id } = request.params;
      const viewer = viewerOf(request);
      if ((await projects.change(viewer, Number(id), request.body)) === undefined) throw unknown(id);
      const changed = await projects.get(viewer, Number(id));
      if (changed === undefined) throw unknown(id);
      return toJson(changed, changed.isActive);
    },
  });

  app.route<ById>({
    method: 'DELETE',
    url: `${url}/:id`,
    config: { access: writing },
    schema: {
      summary: 'Deletes a project. Dashboards of users who had activated it cover every call again.',
      tags,
      params: schema.numberedId,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      if (!(await projects.remove(viewerOf(request), Number(id)))) throw unknown(id);
      return reply.code(204).send();
    },
  });
}

function registerActivation(app: FastifyInstance, projects: Segments['projects']): void {
  app.route<ById>({
    method: 'POST',
    url: `${url}/:id/activate`,
    config: { access: activating },
    schema: {
      summary: "Activates a project: the caller's dashboards cover only its segments.",
      tags,
      params: schema.numberedId,
      response: { 200: schema.project },
    },
    handler: async (request) => {
      const { id } = request.params;
      const project = await projects.activate(viewerOf(request), Number(id));
      if (project === undefined) throw unknown(id);
      return toJson(project, true);
    },
  });

  app.route<ById>({
    method: 'DELETE',
    url: `${url}/:id/activate`,
    config: { access: activating },
    schema: {
      summary: "Deactivates the active project: the caller's dashboards cover every call.",
      tags,
      params: schema.numberedId,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      if (!(await projects.deactivate(viewerOf(request), Number(id)))) throw unknown(id);
      return reply.code(204).send();
    },
  });
}

const unknown = (id: string): Problem => new Problem('not_found', `Project ${id} does not exist.`);

const toJson = ({ id, uuid, name, segmentUuids, createdAt }: Project, isActive: boolean): schema.ProjectJson => ({
  id,
  uuid,
  name,
  segment_uuids: [...segmentUuids],
  is_active: isActive,
  created_at: createdAt,
});
